"""Bots on other machines: certificates of our own making, good ones and all that is refused."""

import os
import re
import shlex
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import click
import pytest
from certificates import ANN, COMMANDS, MUTUAL, OWN, PAGE, dial_in, make_certificates
from running import ROOT, Ground, Referee
from test_listen import events

from referee.commands import tournament
from referee.tls import Tls, read_tls
from referee.tournamentfile import words_of

SAMPLES = ROOT / "sample_bots"


@pytest.fixture(scope="session")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with what the commands of the page make, and with what goes wrong."""
    folder = tmp_path_factory.mktemp("certificates")
    make_certificates(folder)
    return folder


@pytest.fixture
def remote(ground: Ground, made: Path) -> Ground:
    """A ground with the certificates in its folder."""
    shutil.copytree(made, ground.folder, dirs_exist_ok=True)
    return ground


def first_with_tls(folder: Path) -> Path:
    """The sample `first` with the lines of the page in it."""
    (lines,) = re.findall(r"^```python\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)
    program = (SAMPLES / "first" / "main.py").read_text(encoding="utf-8")
    dialing = 'grpc.insecure_channel(os.environ["KING_REFEREE"], options)'
    assert dialing in program
    path = folder / "first.py"
    path.write_text(program.replace(dialing, "channel").replace("try:\n", f"{lines}try:\n", 1))
    return path


def next_event(run: Iterator[dict[str, Any]], kind: str) -> dict[str, Any]:
    """The next event of a kind; what comes before it is passed over."""
    return next(event for event in run if event["event"] == kind)


def test_the_commands_of_the_page_play_a_match(remote: Ground) -> None:
    """The organizer's and the author's command of docs/remote.md, each with proof."""
    remote.duel()
    referee, bot = (
        block.replace(".venv/bin/", f"{Path(sys.executable).parent}/")
        for block in COMMANDS
        if ".venv/bin" in block
    )
    referee = referee.replace("0.0.0.0:4000", "0.0.0.0:0").strip()
    bots: list[subprocess.Popen[bytes]] = []
    with subprocess.Popen(
        ["bash", "-c", f"exec {referee} --ruleset duel.toml --boards 1 --seed x --out run"],
        cwd=remote.folder,
        env={**os.environ, "MARK": remote.mark},
        stdout=subprocess.PIPE,
        text=True,
    ) as process:
        assert process.stdout is not None
        for line in process.stdout:
            if found := re.search(r"KING_REFEREE=(localhost:\d+) KING_TOKEN=(\S+) and TLS", line):
                assert "KING_TLS_CERT=PEM" in line
                command = bot.replace("localhost:4000", found[1]).replace("=TOKEN", f"={found[2]}")
                command = command.replace("sample_bots", str(SAMPLES))
                bots.append(subprocess.Popen(["bash", "-c", command], cwd=remote.folder))
    assert [process.returncode, *(one.wait(timeout=20) for one in bots)] == [0, 0, 0]
    assert [record.faults for record in remote.records("run")] == [(), ()]
    assert "unrated: ann started by hand" in (remote.folder / "run/leaderboard.md").read_text()


def test_who_is_refused_is_told_to_the_organizer(remote: Ground) -> None:
    """Each costs nothing: a line with gRPC's reason, an event, and the next one may play."""
    wrong = [
        ({}, "Socket closed"),
        ({**ANN, "CA": "other/ca.pem"}, "CERTIFICATE_VERIFY_FAILED"),
        ({"CA": "ca.pem"}, "Socket closed"),
        ({**ANN, "CERT": "old.pem"}, "Socket closed"),
        ({**ANN, "CERT": "other/ann.pem"}, "Socket closed"),
    ]
    reasons = [
        "WRONG_VERSION_NUMBER",
        "PEER_DID_NOT_RETURN_A_CERTIFICATE",
        "CERTIFICATE_VERIFY_FAILED: certificate has expired",
        "CERTIFICATE_VERIFY_FAILED: unable to get local issuer certificate",
    ]
    first = (sys.executable, str(first_with_tls(remote.folder)))
    bots = []
    with remote.start(
        "match", "ann=listen", remote.odd_bot("well"), "--ruleset", remote.duel(),
        "--boards", "1", "--out", "run", "--json", *MUTUAL,
    ) as process:  # fmt: skip
        run = events(process)
        asked = next_event(run, "listening")
        assert (asked["tls"], asked["client_certificate"]) == (True, True)
        for files, said in wrong:
            with dial_in(remote, asked, files, stderr=subprocess.PIPE) as refused:
                err = refused.communicate(timeout=30)[1]
            assert (refused.returncode, said in err) == (1, True), err
            assert "somebody dialled in for ann" in next_event(run, "notice")["text"]
        bots.append(dial_in(remote, asked, ANN))
        next_event(run, "listening")
        bots.append(dial_in(remote, asked, ANN, first))
        _, err = process.communicate(timeout=60)
    assert [process.returncode, *(bot.wait(timeout=20) for bot in bots)] == [0, 0, 0]
    assert [record.faults for record in remote.records("run")] == [(), ()]
    found = [err.find(reason) for reason in reasons]
    assert -1 not in found, err
    assert found == sorted(found)
    assert all(reason in PAGE for reason in reasons)


def test_an_interrupted_run_says_how_bots_dial_in_again(remote: Ground) -> None:
    """Its line has the address and the certificates, which no folder keeps; and it goes on."""
    with remote.start(
        "tournament", "ann=listen", "bob=listen", "--trust-listen",
        "--ruleset", remote.duel(), "--boards", "1", "--out", "run", "--json", *OWN,
    ) as process:  # fmt: skip
        run = events(process)
        asked = [next_event(run, "listening") for _ in range(2)]
        assert [(one["tls"], one["client_certificate"]) for one in asked] == [(True, False)] * 2
        process.send_signal(signal.SIGINT)
        _, err = process.communicate(timeout=30)
    line = err.split("to go on: referee ")[1].splitlines()[0]
    assert line == f"tournament --resume run --bind 127.0.0.1:0 {' '.join(OWN)}"
    bots = []
    with remote.start(*shlex.split(line), "--json") as process:
        for event in events(process):
            if event["event"] == "listening":
                bots.append(dial_in(remote, event, {"CA": "ca.pem"}))
        process.communicate(timeout=60)
    assert [process.returncode, *(bot.wait(timeout=20) for bot in bots)] == [0] * 5


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ("--bind 0.0.0.0:4000", "need --tls-cert and --tls-key"),
        ("--tls-cert server.pem", "go together: give both"),
        ("--tls-client-ca ca.pem", "no use without --tls-cert"),
        ("--tls-cert no.pem --tls-key server.key", "--tls-cert no.pem: No such file"),
        ("--tls-cert server.pem --tls-key no.key", "--tls-key no.key: No such file"),
        ("--tls-cert server.key --tls-key server.key", "server.key holds no certificate in PEM"),
        ("--tls-cert server.pem --tls-key server.pem", "server.pem holds no private key in PEM"),
        ("--tls-cert torn.pem --tls-key server.key", "--tls-cert: torn.pem cannot be read"),
        ("--tls-cert server.pem --tls-key ann.key", "ann.key is not the key of server.pem"),
        ("--tls-cert server.pem --tls-key locked.key", "locked.key is under a password"),
        ("--tls-cert old-server.pem --tls-key server.key", "certificate has expired"),
        ("--tls-cert nameless.pem --tls-key server.key", "nameless.pem has no subjectAltName"),
        (" ".join((*OWN, "--tls-client-ca", "server.pem")), "server.pem holds no certificate of a"),
        (" ".join((*OWN, "--tls-client-ca", "torn.pem")), "--tls-client-ca: torn.pem cannot be"),
    ],
)
def test_bad_certificates_are_told_before_anything_is_written(
    referee: Referee, made: Path, monkeypatch: pytest.MonkeyPatch, options: str, said: str
) -> None:
    """One line that names the file, exit 2, and no folder; with --resume too."""
    monkeypatch.chdir(made)
    done = referee("match", "ann=listen", "--out", "run", *options.split())
    assert (done.returncode, done.stderr.count("\n")) == (2, 1)
    assert said in done.stderr
    assert not (made / "run").exists()
    assert said in referee("tournament", "--resume", "run", *options.split()).stderr


@pytest.mark.parametrize(
    ("hosts", "bound", "dialed"),
    [
        (("localhost", "king.example.org"), "0.0.0.0", "king.example.org"),
        (("king.example.org", "localhost"), "127.0.0.1", "localhost"),
        (("king.example.org", "10.0.0.7"), "10.0.0.7", "10.0.0.7"),
        (("king.example.org",), "127.0.0.1", "king.example.org"),
        (("localhost",), "[::]", "localhost"),
        ((), "10.0.0.7", "10.0.0.7"),
    ],
)
def test_the_host_to_dial_is_in_the_certificate(
    hosts: tuple[str, ...], bound: str, dialed: str
) -> None:
    """No bot would trust another; without any (only a pattern) it is the one that was bound."""
    assert Tls((), b"", b"", None, hosts).host_to_dial(bound) == dialed


def test_the_hosts_of_a_certificate_are_those_of_the_page(made: Path) -> None:
    """Names and addresses of subjectAltName, in its order."""
    tls = read_tls(str(made / "server.pem"), str(made / "server.key"), None)
    assert (tls.hosts, tls.is_mutual) == (("localhost", "127.0.0.1"), False)


def test_certificates_of_a_tournament_file_lie_beside_it(tmp_path: Path) -> None:
    """Their paths are taken from its folder."""
    path = tmp_path / "spring.toml"
    keys = ("tls-cert", "tls-key", "tls-client-ca")
    path.write_text('bots = ["a", "b"]\n' + "".join(f'{key} = "{key}.pem"\n' for key in keys))
    words = words_of(path, [one for one in tournament.params if isinstance(one, click.Option)])
    assert words[2:] == [word for key in keys for word in (f"--{key}", f"{tmp_path}/{key}.pem")]
