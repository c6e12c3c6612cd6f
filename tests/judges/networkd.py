"""systemd judges what a host has for it: its network daemon and udev run on cables of a namespace.

The daemon says what it does not know of a file, and what the kernel refuses. It needs neither to be started
by process 1 nor udev: on a /sys that is read-only it takes each interface as it is.
"""

from __future__ import annotations

import json
import re
import subprocess
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Any

from judges import presence, tally
from judges.presence import program
from judges.verdict import Finding, Verdict

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

SCRIPT = """
mount -t sysfs -o ro sysfs /sys && mount -t tmpfs tmpfs /run && mount -t tmpfs tmpfs /etc/systemd/network
cp -r "$FILES"/* /etc/systemd/network/
mkdir -p /run/systemd/netif /run/udev/data && chown -R systemd-network: /run/systemd/netif
echo 0 > /proc/sys/net/ipv6/conf/default/accept_dad
cable=0
for port in $PORTS; do
  ip link add "$port" type veth peer name "far$cable" && ip link set "far$cable" up
  cable=$((cable + 1))
done
ip link set lo up
udevadm test-builtin net_setup_link /sys/class/net/far0 > /run/said 2>&1
"$DAEMON" >> /run/said 2>&1 &
ready() { grep -l '^ADMIN_STATE=\\(configured\\|failed\\)' /run/systemd/netif/links/* 2> /dev/null | wc -l; }
for turn in $(seq 40); do
  [ "$(ready)" -ge "$cable" ] || grep -q '^/etc/systemd/network/.*:[0-9]*: ' /run/said && break
  sleep 0.05
done
for port in $PORTS; do
  grep -q '^ADMIN_STATE=configured' "/run/systemd/netif/links/$(cat "/sys/class/net/$port/ifindex")" ||
    echo "$port: it is not set up" >> /run/said
done
kill %1; wait
cat /run/said >&2
echo '{"addresses":'; ip -j -4 address; echo ',"links":'; ip -j link; echo ',"rules":'; ip -j -4 rule
echo ',"routes":'; ip -j -4 route show table all; echo '}'
"""
OBJECTION = re.compile(
    r"^(?:/etc/systemd/network/)?(?P<where>[\w.*-]+(?::\d+)?): "
    r"(?P<why>Unknown|Failed|Invalid|Could not|.*ignoring|.*not set up|.*refus|.*without)(?P<more>.*)$"
)
OF_SERVICE = re.compile(r"^/\S*/(?P<where>[\w.-]+:\d+): (?P<why>.*)$", re.MULTILINE)


def judge(artifacts: Mapping[str, str], ports: Iterable[str]) -> Verdict:
    """Judge the files that systemd reads on a host with these ports."""
    tally.count("networkd")
    return findings(artifacts, ports)


def findings(artifacts: Mapping[str, str], ports: Iterable[str]) -> Verdict:
    """Return the objections to files of networkd, udev and the service, uncounted."""
    files = {name: text for name, text in artifacts.items() if name.endswith((".network", ".link"))}
    found = run(files, ports)[0] if files else ()
    return found + service(artifacts.get("fabric-nic.service"))


def service(text: str | None) -> Verdict:
    """Return the objections of `systemd-analyze verify` to the service; its program is another file."""
    if text is None:
        return ()
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "fabric-nic.service"
        file.write_text(text.replace("/etc/fabric/apply.sh", "/bin/true"), encoding="utf-8")
        analyze = program("systemd-analyze")
        assert analyze is not None
        done = subprocess.run(
            [analyze, "verify", str(file)], capture_output=True, text=True, timeout=60, check=False
        )
    own = tuple(
        Finding(m["where"], m["why"]) for m in OF_SERVICE.finditer(done.stderr) if file.name in m["where"]
    )
    return own or ((Finding(file.name, done.stderr.strip()[-300:]),) if done.returncode else ())


def run(files: Mapping[str, str], ports: Iterable[str]) -> tuple[Verdict, dict[str, Any]]:
    """Run the daemon over files, and return its objections and what Linux has then."""
    daemon, unshare = presence.networkd(), program("unshare")
    assert daemon is not None
    assert unshare is not None
    with tempfile.TemporaryDirectory() as folder:
        Path(folder).chmod(0o755)  # the daemon gives up root
        for name, text in files.items():
            (Path(folder) / name).write_text(text, encoding="utf-8")
        path = f"/usr/bin:/bin:{presence.SBIN}"
        places = {"FILES": folder, "PORTS": " ".join(ports), "DAEMON": daemon, "PATH": path}
        done = subprocess.run(
            [unshare, "--net", "--mount", "bash", "-c", SCRIPT],
            env=places, capture_output=True, text=True, timeout=60, check=False,
        )  # fmt: skip
    said = dict.fromkeys(match for line in done.stderr.splitlines() if (match := _objection(line)))
    return tuple(said), json.loads(done.stdout)


def _objection(line: str) -> Finding | None:
    match = OBJECTION.match(line.strip())
    return Finding(match["where"], match["why"] + match["more"]) if match else None
