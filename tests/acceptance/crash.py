"""Kill a rollout at its n-th moment, resume it, and compare the switches' own log with what was promised."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from fabric.lab import control
from fabric.lab.faults import Fault, Kind
from fabric.lab.fleet import read_fleet
from fabric.lab.sonic.record import transactions
from fabric.rollout.control import rollouts
from fabric.rollout.token import parse

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from floor import Ended, Floor

    from fabric.lab.commits import Commit

AUTO, BY_HAND = "ecn: auto", "ecn: {min: 1 MB, max: 2 MB, probability: 5 %}"
DONE, STALE, ROLLED_BACK = 0, 4, 6
EDIT = "interface Ethernet1/1\n mtu 4000"
NOTHING_BEGUN = ("does not know a rollout", "holds no journal")


@dataclass(frozen=True)
class Story:
    """What happens beside the kill, and how the rollout must end."""

    ends: int = DONE
    before: Callable[[Floor], None] = lambda _floor: None
    """Trouble that is ordered before the rollout starts."""
    between: Callable[[Floor], None] = lambda _floor: None
    """What happens while nobody is there."""


def lost_replies(verb: str) -> Callable[[Floor], None]:
    """Order that the reply to this verb is lost, once on every switch."""
    commands = {
        "commit": {"eos": "commit timer", "sonic": "commit.sh"},
        "confirm": {"eos": "write memory", "sonic": "confirm.sh"},
    }[verb]

    def order(floor: Floor) -> None:
        for name, row in control.status(floor.lab)["devices"].items():
            control.clear(floor.lab, name, "drop-after")
            control.fault(floor.lab, name, Fault(Kind.DROP_AFTER, match=commands[row["platform"]]))

    return order


def timers_run_out(floor: Floor) -> None:
    """Let every timer run out, as if the next process came an hour later."""
    for name in control.status(floor.lab)["devices"]:
        control.fault(floor.lab, name, Fault(Kind.TIMEOUT))


def link_breaks(floor: Floor) -> None:
    """Break a cable behind the last switch of the canary: its gate must see it."""
    ports = read_fleet(floor.lab).devices["pod1-leaf2"].ports
    towards = next(port for port, (peer, _) in ports.items() if peer == "spine1")
    control.fault(floor.lab, "pod1-leaf2", Fault(Kind.LINK_DOWN, port=towards))


STORIES = {
    "well": Story(),
    "reply to the commit lost": Story(before=lost_replies("commit")),
    "reply to the confirm lost": Story(before=lost_replies("confirm")),
    "timers run out meanwhile": Story(between=timers_run_out),
    "the gate fails": Story(ROLLED_BACK, before=link_breaks),
    "the gate fails and timers run out meanwhile": Story(
        ROLLED_BACK, before=link_breaks, between=timers_run_out
    ),
}


@dataclass
class Matrix:
    """Rollouts to and fro between two intents, each killed at another moment."""

    floor: Floor
    story: Story
    seen: int = field(default=0)

    def kill_until_through(self, moments: Iterable[str]) -> int:
        """Kill at one moment after the other until a run comes through; return how many were killed."""
        for number, moment in enumerate(moments):
            if not self.kill(moment):
                return number
        raise AssertionError("no run came through: there are more moments than were tried")

    def kill(self, moment: str) -> bool:
        """Run a rollout that is killed at a moment, go on, judge; say if there was such a moment."""
        self._prepare()
        ended = self.floor.apply(dying=moment)
        if ended.killed:
            self._go_on(moment)
        else:
            self._judge(ended, moment)
        return ended.killed

    def _go_on(self, moment: str) -> None:
        """Resume what began; what did not, as it died while it looked at the devices, is applied again."""
        self.story.between(self.floor)
        if rollouts(self.floor.state) == self.before:
            assert self._log() == ()
            self._judge(self.floor.apply(), moment)
        else:
            self._judge(self.floor.resume(), moment)

    def kill_and_edit(self, moment: str) -> bool:
        """Kill a rollout, let a human edit a switch of its last wave, go on; say if there was such a moment.

        The edit is never overwritten by the change: all else goes back, and the edit too where it was made on
        top of a commit whose timer ran, as EOS reverts the whole.
        """
        self._prepare()
        if not self.floor.apply(dying=moment).killed:
            return False
        changed = self.floor.digests()["spine2"] != self.base["spine2"]
        control.edit(self.floor.lab, "spine2", EDIT)
        edited = self.floor.digests()
        ended = self.floor.resume()
        if ended.code == 1 and any(words in ended.talk for words in NOTHING_BEGUN):
            ended = self.floor.apply()
            assert ended.code == STALE
        else:
            assert ended.code == ROLLED_BACK, f"killed at {moment}: {ended.talk}"
        after = self.floor.digests()
        left = {name: digest for name, digest in after.items() if digest != self.base[name]}
        assert left == ({} if changed else {"spine2": edited["spine2"]}), f"killed at {moment}: {ended.talk}"
        assert self.floor.here("audit", "verify", "--state", self.floor.state).code == 0
        self._undo_edit()
        self._tidy()
        return True

    def _tidy(self) -> None:
        """Take the human's line away again by rolling out what the intent says."""
        assert self.floor.plan("--summary").code == 0
        assert self.floor.here("apply", self.floor.plan_file, *self.floor.devices).code == 0

    def _prepare(self) -> None:
        """Change the intent to the other one, unless the last rollout left that undone, and plan it."""
        for name in control.status(self.floor.lab)["devices"]:
            control.clear(self.floor.lab, name)
        text = (self.floor.intent / "site.yaml").read_text(encoding="utf-8")
        self.floor.edit(*((AUTO, BY_HAND) if AUTO in text else (BY_HAND, AUTO)))
        self.base = self.floor.digests()
        assert self.floor.plan("--detailed-exitcode", "--summary").code == 2
        self.seen = len(self.floor.commits())
        self.before = rollouts(self.floor.state)
        self.story.before(self.floor)

    def _judge(self, ended: Ended, moment: str) -> None:
        where = f"killed at {moment}: {ended.talk}"
        assert ended.code == self.story.ends, where
        assert self.floor.here("audit", "verify", "--state", self.floor.state).code == 0, where
        twice = {who: times for who, times in commits(self.floor, self._log()).items() if times > 1}
        assert not twice, where
        if self.story.ends == DONE:
            assert self.floor.drift().code == 0, where
        else:
            assert self.floor.digests() == self.base, where
            self._undo_edit()

    def _undo_edit(self) -> None:
        """Take the intent back to what the switches run, so that the next plan has the same work."""
        text = (self.floor.intent / "site.yaml").read_text(encoding="utf-8")
        self.floor.edit(*((AUTO, BY_HAND) if AUTO in text else (BY_HAND, AUTO)))

    def _log(self) -> tuple[Commit, ...]:
        return self.floor.commits()[self.seen :]


def commits(floor: Floor, log: Iterable[Commit]) -> Counter[tuple[str, str, int]]:
    """Count by the switches' own log how often each was changed in each epoch of a rollout."""
    platforms = {name: row["platform"] for name, row in control.status(floor.lab)["devices"].items()}
    log = tuple(log)
    count: Counter[tuple[str, str, int]] = Counter()
    for commit in log:
        if platforms[commit.device] == "eos" and commit.verb == "commit" and is_token(commit.token):
            token = parse(commit.token)
            count[commit.device, token.rollout, token.epoch] += 1
    sonic = (commit for commit in log if platforms[commit.device] == "sonic")
    for (device, text), times in transactions(sonic).items():
        count[device, parse(text).rollout, parse(text).epoch] += times
    return count


def is_token(text: str) -> bool:
    """Whether a session is of a rollout's change; a restore has sessions of its own."""
    try:
        parse(text)
    except ValueError:
        return False
    return True
