"""Tells what happens in a tournament as events, and now and then the standings so far."""

from collections.abc import Callable, Sequence

from referee.clerk import FaultSeen
from referee.comparison import State, compare_event
from referee.events import End, Fault, Game, Listening, Notice, Plan, Report, Standings, Start
from referee.explain import fault_text
from referee.interim import standing
from referee.listening import ListenPoint
from referee.opening import Tournament
from referee.record import GameRecord
from referee.sequential import SequentialTest
from referee.standings import Row

STANDINGS_SECONDS = 5.0
"""The standings so far are told at most this often: they cost more than the event of a game."""


class Reporter:
    """Makes the events of one run; the seconds in them count from its start."""

    def __init__(self, tournament: Tournament, report: Report, now: Callable[[], float]) -> None:
        self._tournament = tournament
        self._report = report
        self._now = now
        self._started = now()
        self._told = self._started

    def plan(self, plan: Plan) -> None:
        """What is going to be played."""
        self._report(plan)

    def start(self, life: int, bots: Sequence[str], games: int, jobs: int) -> None:
        """The processes of a life are going to be started; lives count from 0 here."""
        self._report(
            Start(
                life=life + 1,
                lives=self._tournament.schedule.lives,
                bots=tuple(bots),
                processes=len(bots) * jobs,
                games=games,
                seconds=self._seconds(),
            )
        )

    def wait(self, point: ListenPoint, seconds_left: int, life: int) -> None:
        """A bot that its author starts is waited for."""
        self._report(
            Listening(
                bot=point.name,
                target=point.target,
                token=point.token,
                seconds_left=seconds_left,
                life=life + 1,
                lives=self._tournament.schedule.lives,
                tls=point.tls is not None,
                client_certificate=point.tls is not None and point.tls.is_mutual,
            )
        )

    def failed_to_dial(self, bot: str) -> None:
        """Somebody dialled in by TLS where a bot is waited for, and no call came of it."""
        self._report(
            Notice(
                text=f"somebody dialled in for {bot} and has not come through: if TLS refused it, "
                "gRPC has said why on standard error, at `Handshake failed` "
                '(docs/remote.md, "When TLS says no")'
            )
        )

    def game(self, record: GameRecord) -> None:
        """A game is over and noted; the standings so far follow if it is time."""
        done, games = len(self._tournament.done), self._tournament.schedule.total
        self._report(
            Game(
                game_id=record.game_id,
                seating=record.seating,
                points=record.points,
                score=record.score,
                places=record.places,
                faults=len(record.faults),
                done=done,
                games=games,
                seconds=self._seconds(),
            )
        )
        if done < games and self._now() - self._told >= STANDINGS_SECONDS:
            self._told = self._now()
            rows = self._tournament.interim.rows()
            self._report(Standings(rows=rows, done=done, is_final=False))

    def batch(self, state: State, test: SequentialTest) -> None:
        """A comparison has played a batch of boards."""
        self._report(compare_event(state, test, self._seconds()))

    def fault(self, seen: FaultSeen) -> None:
        """A bot was at fault."""
        fault = seen.fault
        self._report(
            Fault(
                bot=seen.bot,
                reason=seen.misstep.reason,
                detail=seen.misstep.detail,
                game_id=seen.plan.game_id if seen.plan else None,
                seat=fault.seat if fault else None,
                deal=fault.deal if fault else None,
                decision=fault.decision if fault else None,
                phase=fault.phase if fault else seen.misstep.phase,
                text=fault_text(seen),
            )
        )

    def result(self, rows: Sequence[Row]) -> None:
        """The standings at the end."""
        lines = tuple(standing(row.place, row.bot, row.score) for row in rows)
        done = len(self._tournament.done)
        self._report(Standings(rows=lines, done=done, is_final=True))

    def end(self, state: str) -> None:
        """The run is over."""
        self._report(
            End(
                state=state,
                folder=str(self._tournament.folder),
                games=len(self._tournament.done),
                seconds=self._seconds(),
            )
        )

    def _seconds(self) -> float:
        return round(self._now() - self._started, 3)
