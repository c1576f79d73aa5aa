"""The server of `referee view`: on this machine alone, reads only, and knows no files.

It is the standard library's: three pages for one reader need no more, and a framework would bring
what then has to be kept closed.
"""

import errno
import sys
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from socketserver import TCPServer
from typing import Any

from referee.errors import UserError
from referee.viewsite import Answer, Site

LOOPBACK = "127.0.0.1"
_READ_SECONDS = 30


class ViewServer(ThreadingHTTPServer):
    """Serves a site on the loopback address; UserError if the port is in use."""

    daemon_threads = True
    request_queue_size = 128
    """Connections that may wait; a client that finds no room tries again only after a second."""

    def __init__(self, site: Site, port: int) -> None:
        self.site = site
        self.bug: BaseException | None = None
        """What of ours went wrong while a page was made."""
        try:
            super().__init__((LOOPBACK, port), _Handler)
        except OSError as error:
            if error.errno != errno.EADDRINUSE:
                raise
            raise UserError(
                f"port {port} is in use: name another one with --port, or leave --port out"
            ) from None
        self.hosts = {f"{name}:{self.server_port}" for name in (LOOPBACK, "localhost")}

    def server_bind(self) -> None:
        """Binds without asking the network for our name, as HTTPServer does."""
        TCPServer.server_bind(self)
        self.server_name, self.server_port = LOOPBACK, self.server_address[1]

    def handle_error(self, request: Any, client_address: Any) -> None:
        """A browser that went away is nothing; anything else is ours, and ends the server."""
        error = sys.exception()
        if isinstance(error, (ConnectionError, TimeoutError)):
            return
        self.bug = error
        threading.Thread(target=self.shutdown, daemon=True).start()

    def serve(self) -> None:
        """Serves until Ctrl-C, which is raised; raises what of ours went wrong."""
        try:
            self.serve_forever()
        finally:
            self.server_close()
        if self.bug is not None:
            raise self.bug


class _Handler(BaseHTTPRequestHandler):
    server: ViewServer
    server_version = "referee"
    sys_version = ""
    timeout = _READ_SECONDS

    def parse_request(self) -> bool:
        """As the library's; refuses what asks for anything but to read, or by another name."""
        if not super().parse_request():
            return False
        # A page elsewhere may have its own name lead to this address, but not take ours.
        if self.headers.get("Host") not in self.server.hosts:
            self._send(Answer(421, b"this server has another name\n"), "text/plain")
            return False
        if self.command not in ("GET", "HEAD"):
            self._send(Answer(405, b"this server is to be read only\n"), "text/plain")
            return False
        return True

    def do_GET(self) -> None:
        """A page."""
        self._send(self.server.site.answer(self.path))

    do_HEAD = do_GET  # noqa: N815

    def _send(self, answer: Answer, kind: str = "text/html") -> None:
        self.send_response(answer.status)
        self.send_header("Content-Type", f"{kind}; charset=utf-8")
        self.send_header("Content-Length", str(len(answer.body)))
        self.send_header("Cache-Control", "no-store")
        self.send_header("X-Content-Type-Options", "nosniff")
        self.send_header("X-Frame-Options", "DENY")
        self.send_header("Referrer-Policy", "no-referrer")
        self.send_header("Cross-Origin-Resource-Policy", "same-origin")
        self.send_header("Cross-Origin-Opener-Policy", "same-origin")
        if answer.status == 405:
            self.send_header("Allow", "GET, HEAD")
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(answer.body)

    def log_message(self, format: str, *args: Any) -> None:
        """Says nothing: the terminal is for the address."""
