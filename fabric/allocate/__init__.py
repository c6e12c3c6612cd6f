"""Numbers that never move: ASNs, loopbacks, host networks."""

from fabric.allocate.ledger import Ledger, extended, ledger_text, read_ledger
from fabric.allocate.numbers import Numbers, allocate

__all__ = ["Ledger", "Numbers", "allocate", "extended", "ledger_text", "read_ledger"]
