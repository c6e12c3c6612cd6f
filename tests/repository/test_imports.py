"""`fabric --help` loads no network library: commands that need one import it themselves."""

from __future__ import annotations

import subprocess
import sys

NETWORK = {
    "napalm",
    "netmiko",
    "paramiko",
    "pyeapi",
    "requests",
    "nornir",
    "sqlalchemy",
    "aiohttp",
    "httptools",
    "asyncssh",
}
HELP = """
import sys
from fabric.cli import main
sys.argv = ["fabric", "--help"]
try:
    main()
except SystemExit as stop:
    assert not stop.code, stop.code
print(*sorted({name.partition(".")[0] for name in sys.modules}), file=sys.stderr)
"""


def test_help_imports_no_network_library():
    done = subprocess.run([sys.executable, "-c", HELP], capture_output=True, text=True, check=True)
    assert "Usage" in done.stdout
    assert NETWORK & set(done.stderr.split()) == set()
