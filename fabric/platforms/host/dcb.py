"""What NICs are told by the kernel's own `dcb`, as Broadcom's bnxt_setupcc.sh does; how that is read back.

That script (version 236.1, of Broadcom's driver package) makes three traffic classes: what is lossless,
notices of congestion where the firmware has a strict class for them, and the rest. The kernel's driver takes
`dcb` only while no agent in the firmware speaks DCBX (Linux, bnxt_dcb.c: DCB_CAP_DCBX_HOST).
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from fabric.device.hop import CLASSES, Treatment

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from fabric.device import Qos
    from fabric.platforms.host.qos import NicQos

REST, LOSSLESS, NOTICES = 0, 1, 2
"""Traffic classes. Without a class for notices in the firmware, they go with the rest."""
CLASSES_IN_ALL = 3
_ROCE_PORT = 4791
_SHARE = 50
"""Percent of the lossless class where the intent has no whole share for it: the script's own."""
_PAUSED = re.compile(r'dcb pfc set dev "\$1" prio-pfc all:off ([0-7]:on(?: [0-7]:on)*)$', re.MULTILINE)
_ETS = re.compile(
    r'dcb ets set dev "\$1" tc-tsa all:strict (.+) tc-bw all:0 (.+) prio-tc (.+)$', re.MULTILINE
)


@dataclass(frozen=True, slots=True)
class DcbQos:
    """Values as `dcb` takes them and as it shows them."""

    kinds: str
    """`0:ets 1:ets`; a class that is not named is strict."""
    shares: str
    priorities: str
    """The class of each priority; `"$2"` for that of notices."""
    shown_classes: str
    shown_priorities: str
    """`$notices` for the class of notices."""
    paused: str
    shown_paused: str
    port: str
    """UDP port of RoCE, and its priority."""
    tos: int
    """Of RDMA; the NIC adds the ECN field by itself."""
    congestion: tuple[tuple[str, int], ...]
    """Settings of congestion control."""
    marks: tuple[tuple[str, int], ...]
    """Priorities and code points, where the firmware has no class of its own for notices."""


def dcb_qos(words: NicQos, qos: Qos) -> DcbQos | None:
    """Return the words for the QoS of a RoCE fabric; None where nothing is RoCE, or Spectrum-X rules."""
    if words.roce_tos < 0 or words.spectrum_x:
        return None
    share = sum(c.bandwidth_pct or 0 for c in qos.classes if c.lossless)
    share = share if 0 < share < 100 else _SHARE  # noqa: PLR2004 - percent
    shares = {REST: 100 - share, LOSSLESS: share}
    kinds = dict.fromkeys(shares, "ets")
    classes = {n: LOSSLESS if n in qos.lossless else REST for n in CLASSES}
    return DcbQos(
        kinds=_pairs(kinds),
        shares=_pairs(shares),
        priorities=_pairs(_with_notices(classes, words, '"$2"')),
        shown_classes=(
            f"tc-tsa {_pairs(dict.fromkeys(CLASSES, 'strict') | kinds)} "
            f"tc-bw {_pairs(dict.fromkeys(CLASSES, 0) | shares)}"
        ),
        shown_priorities=f"prio-tc {_pairs(_with_notices(classes, words, '$notices'))}",
        paused=_pairs(dict.fromkeys(qos.lossless, "on")),
        shown_paused=f"prio-pfc {_pairs({n: 'on' if n in qos.lossless else 'off' for n in CLASSES})}",
        port=f"{_ROCE_PORT}:{words.roce_priority}",
        tos=words.roce_tos & ~0b11,
        congestion=(
            ("ecn_marking", words.dcqcn),
            ("ecn_enable", words.dcqcn),
            *((("cc_mode", 1),) if words.dcqcn else ()),
        ),
        marks=(
            ("roce_prio", words.roce_priority),
            ("roce_dscp", words.roce_tos >> 2),
            *(
                (("cnp_prio", words.cnp_priority), ("cnp_dscp", words.cnp_dscp))
                if words.cnp_dscp >= 0
                else ()
            ),
        ),
    )


def treatment(text: str, rows: Mapping[int, int]) -> Treatment | None:
    """Return what a script sets by `dcb`, given its map of code points; None where it does not use it."""
    paused, ets = _PAUSED.search(text), _ETS.search(text)
    if paused is None or ets is None:
        return None
    pauses = frozenset(_read(paused[1]))
    classes = [NOTICES if word == '"$2"' else int(word) for word in _read(ets[3]).values()]
    # A class bears the number of the lowest priority that uses it, as classes of the fabric do.
    names = {classes[priority]: priority for priority in sorted(set(rows.values()), reverse=True)}
    queues = tuple(names.get(number, number) for number in classes)
    shares = {names[number]: int(share) for number, share in _read(ets[2]).items() if number in names}
    return Treatment(
        trusts_dscp='want_apps "$1"' in text,
        dscp_to_class=tuple(rows.get(code, 0) for code in range(64)),
        class_to_queue=queues,
        class_to_group=tuple(n if n in pauses else 0 for n in CLASSES),
        pause_to_queue=queues,
        pauses=pauses,
        strict=frozenset(name for number, name in names.items() if number not in _read(ets[1])),
        shares=tuple(sorted(shares.items())),
        marks=(),
        storm=None,
    )


def _with_notices(classes: Mapping[int, int], words: NicQos, word: str) -> dict[int, object]:
    own = {words.cnp_priority} if classes.get(words.cnp_priority) == REST else set()
    return {n: word if n in own else number for n, number in classes.items()}


def _pairs(values: Mapping[int, object]) -> str:
    return " ".join(f"{number}:{value}" for number, value in values.items())


def _read(pairs: str) -> dict[int, str]:
    found: Iterable[tuple[str, str, str]] = (pair.partition(":") for pair in pairs.split())
    return {int(number): value for number, _, value in found}
