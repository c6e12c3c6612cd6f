"""Numbers that never move: ASNs, loopbacks, host networks."""

from fabric.allocate.dpus import dpu_asn, dpu_loopback
from fabric.allocate.ledger import Ledger, Pin, extended, ledger_text, without
from fabric.allocate.management import Seats, seats
from fabric.allocate.numbers import Numbers
from fabric.allocate.numbers6 import gateway6, host_block6, host_link6, link_ends6, loopback6
from fabric.allocate.pools import allocate
from fabric.allocate.reading import read_ledger
from fabric.allocate.seed import Seed, read_seed
from fabric.allocate.seeding import seeded

__all__ = [
    "Ledger",
    "Numbers",
    "Pin",
    "Seats",
    "Seed",
    "allocate",
    "dpu_asn",
    "dpu_loopback",
    "extended",
    "gateway6",
    "host_block6",
    "host_link6",
    "ledger_text",
    "link_ends6",
    "loopback6",
    "read_ledger",
    "read_seed",
    "seats",
    "seeded",
    "without",
]
