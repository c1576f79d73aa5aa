"""The certificates by which bots on other machines dial in: read and tried out before a run."""

import ipaddress
import ssl
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from referee.errors import UserError
from referee.files import disk_errors

LOOPBACK = ("127.0.0.1", "localhost", "[::1]")
"""The hosts at which a bot may dial in without TLS."""


@dataclass(frozen=True, slots=True)
class Tls:
    """What the referee shows to those that dial in, and what it wants to see of them."""

    paths: tuple[Path, ...]
    """As they were given: certificate, key, and perhaps the CA of the bots."""
    certificate: bytes
    """The chain that is sent, our own certificate first."""
    key: bytes
    client_ca: bytes | None
    """None: whoever knows the token may dial in, without a certificate."""
    hosts: tuple[str, ...]
    """The names and addresses in the certificate, as they stand in a gRPC target."""

    @property
    def is_mutual(self) -> bool:
        """True if a bot needs a certificate of its own."""
        return self.client_ca is not None

    @property
    def words(self) -> list[str]:
        """The options that ask for it again."""
        options = ("--tls-cert", "--tls-key", "--tls-client-ca")
        return [
            word
            for option, path in zip(options, self.paths, strict=False)
            for word in (option, str(path))
        ]

    def host_to_dial(self, bound: str) -> str:
        """The host for a bot's target: one that is in the certificate, or no bot would trust it."""
        if bound in self.hosts:
            return bound
        is_near = bound in LOOPBACK
        fitting = [host for host in self.hosts if (host in LOOPBACK) == is_near]
        return next(iter([*fitting, *self.hosts, bound]))


def read_tls(certificate: str, key: str, client_ca: str | None) -> Tls:
    """Reads the files of three options; UserError for what could not serve a bot."""
    chain_path, key_path = Path(certificate), Path(key)
    paths = (chain_path, key_path) if client_ca is None else (chain_path, key_path, Path(client_ca))
    chain = _pem(chain_path, "--tls-cert", b"CERTIFICATE-----")
    secret = _pem(key_path, "--tls-key", b"PRIVATE KEY-----")
    if b"ENCRYPTED" in secret:
        raise UserError(
            f"--tls-key: {key_path} is under a password: `openssl pkey -in {key_path} -out FILE` "
            "writes it without one"
        )
    return Tls(
        paths=paths,
        certificate=chain,
        key=secret,
        client_ca=None if client_ca is None else _client_ca(Path(client_ca)),
        hosts=_hosts(chain_path, key_path),
    )


def _pem(path: Path, option: str, mark: bytes) -> bytes:
    with disk_errors(f"read {option}", path):
        data = path.read_bytes()
    if b"-----BEGIN " not in data or mark not in data:
        what = mark.decode().strip("-").lower()
        raise UserError(f"{option}: {path} holds no {what} in PEM form")
    return data


def _client_ca(path: Path) -> bytes:
    data = _pem(path, "--tls-client-ca", b"CERTIFICATE-----")
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    try:
        context.load_verify_locations(path)
    except ssl.SSLError as error:
        raise UserError(f"--tls-client-ca: {path} cannot be read: {_reason(error)}") from None
    if not context.get_ca_certs():
        raise UserError(
            f"--tls-client-ca: {path} holds no certificate of a CA: give the one that signs "
            "the certificates of bots"
        )
    return data


def _hosts(chain: Path, key: Path) -> tuple[str, ...]:
    """The hosts in our certificate, from a handshake with ourselves: so it is in time and fits."""
    server = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    bot = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    bot.check_hostname = False
    bot.verify_flags |= ssl.VERIFY_X509_PARTIAL_CHAIN  # ours is trusted here whoever signed it
    try:
        bot.load_verify_locations(chain)
    except ssl.SSLError as error:
        raise UserError(f"--tls-cert: {chain} cannot be read: {_reason(error)}") from None
    try:
        server.load_cert_chain(chain, key)
    except ssl.SSLError as error:
        if error.reason == "KEY_VALUES_MISMATCH":
            raise UserError(f"--tls-key: {key} is not the key of {chain}") from None
        raise UserError(f"--tls-key: {key} cannot be used: {_reason(error)}") from None
    try:
        shown = _shake_hands(server, bot)
    except ssl.SSLCertVerificationError as error:
        raise UserError(
            f"--tls-cert: {chain} would be refused by every bot: {error.verify_message}"
        ) from None
    except ssl.SSLError as error:
        raise UserError(f"--tls-cert: {chain} cannot be used: {_reason(error)}") from None
    names = [(kind, name) for kind, name in shown if kind in ("DNS", "IP Address")]
    if not names:
        raise UserError(
            f"--tls-cert: {chain} has no subjectAltName with the name or address that bots dial: "
            "docs/remote.md shows how to make one"
        )
    return tuple(_host(kind, name) for kind, name in names if not name.startswith("*"))


def _shake_hands(server: ssl.SSLContext, bot: ssl.SSLContext) -> list[tuple[str, str]]:
    """Lets two sides talk in memory; gives the alternative names that the bot's side reads."""
    to_bot, to_server = ssl.MemoryBIO(), ssl.MemoryBIO()
    sides = [
        bot.wrap_bio(to_bot, to_server),
        server.wrap_bio(to_server, to_bot, server_side=True),
    ]
    waiting = list(sides)
    while waiting:
        for side in list(waiting):
            try:
                side.do_handshake()
            except ssl.SSLWantReadError:
                continue  # the other one has its turn
            waiting.remove(side)
    shown = sides[0].getpeercert() or {}
    names: Any = shown.get("subjectAltName", ())  # pairs, which typeshed does not know
    return [(str(kind), str(name)) for kind, name in names]


def _host(kind: str, name: str) -> str:
    if kind == "DNS":
        return name
    address = ipaddress.ip_address(name.strip())
    return f"[{address}]" if address.version == 6 else str(address)


def _reason(error: ssl.SSLError) -> str:
    return "it is damaged" if error.reason is None else error.reason.lower().replace("_", " ")
