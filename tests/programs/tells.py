"""Tells what it was given: environment, folder, open files, signals, session."""

import json
import os
import signal
import stat

from call_home import call_home

call_home(
    json.dumps(
        {
            "environment": dict(os.environ),
            "folder": os.getcwd(),
            "home_is_folder": stat.S_ISDIR(os.stat(os.environ["HOME"]).st_mode),
            "files": sorted(map(int, os.listdir("/proc/self/fd")))[:-1],  # the last is the listing
            "ignored": [
                n.name
                for n in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
                if signal.getsignal(n) == signal.SIG_IGN
            ],
            "blocked": len(signal.pthread_sigmask(signal.SIG_BLOCK, [])),
            "leads_session": os.getsid(0) == os.getpid(),
        }
    )
)
