"""What a check of a finished tournament comes to, and what it found."""

from dataclasses import dataclass, field
from enum import StrEnum

from referee.printable import printable

SHOWN = 20
"""How many findings of one check are told; the others are counted."""


class Verdict(StrEnum):
    """What a check has come to."""

    OK = "ok"
    DIFFERS = "differs"
    NOTE = "note"
    LEFT_OUT = "left out"


@dataclass(slots=True)
class Check:
    """One thing that was looked at; findings are told in order, and beyond SHOWN only counted."""

    name: str
    verdict: Verdict = Verdict.OK
    summary: str = ""
    findings: list[str] = field(default_factory=list)
    found: int = 0

    def differs(self, finding: str) -> None:
        """Takes something that is not as it must be."""
        self.verdict = Verdict.DIFFERS
        self._take(finding)

    def note(self, finding: str) -> None:
        """Takes something worth knowing that is no difference."""
        if self.verdict is Verdict.OK:
            self.verdict = Verdict.NOTE
        self._take(finding)

    def leave_out(self, reason: str) -> "Check":
        """Says why this could not be looked at."""
        self.verdict, self.summary = Verdict.LEFT_OUT, reason
        return self

    def _take(self, finding: str) -> None:
        self.found += 1
        if self.found <= SHOWN:
            self.findings.append(printable(finding))
