# ruff: noqa: T201, PTH110, PTH123 -- printing is what these tools do, and `pathlib` is what they do without
"""Stand-ins for the tools of NVIDIA's NICs and Linux: they keep state in a file and log every call.

The first argument is the name of the tool. What they print has the form that the real ones print, as far
as our script reads it (samples of `mlnx_qos -i IF` in public repositories).
"""

from __future__ import annotations

import marshal
import os
import sys

# Each call is a process of its own, and there are hundreds: `json` and `pathlib` would double what it takes.
STATE = os.environ["TOOLS_STATE"]
ROCE_ACCL = (
    "roce_adp_retrans_en",
    "roce_tx_window_en",
    "roce_slow_restart_en",
    "roce_slow_restart_idle_en",
    "adaptive_routing_forced_en",
)
FACTORY = {
    "trust": "pcp",
    "dcbx": "Firmware controlled",
    "map": {str(dscp): dscp >> 3 for dscp in range(64)},
    "pfc": "0,0,0,0,0,0,0,0",
    "cable": "7",
    "tc": "0,1,2,3,4,5,6,7",
    "tsa": "vendor,vendor,vendor,vendor,vendor,vendor,vendor,vendor",
    "weight": "0,0,0,0,0,0,0,0",
}


def mlnx_qos(state: dict, arguments: list[str]) -> None:
    qos = state.setdefault("mlnx_qos " + arguments[1], dict(FACTORY))
    words = {
        "--trust": "trust",
        "--pfc": "pfc",
        "--cable_len": "cable",
        "-p": "tc",
        "-s": "tsa",
        "-t": "weight",
    }
    for option, value in zip(arguments[2::2], arguments[3::2], strict=True):
        if option == "--dscp2prio":
            _, dscp, priority = value.split(",")
            qos["map"][dscp] = int(priority)
        elif option == "-d":
            qos["dcbx"] = {"os": "OS controlled"}[value]
        else:
            qos[words[option]] = value
    if len(arguments) == 2:
        show_qos(qos)


def show_qos(qos: dict) -> None:
    print(f"DCBX mode: {qos['dcbx']}\nPriority trust state: {qos['trust']}")
    if qos["trust"] == "dscp":
        print("dscp2prio mapping:")
        for priority in range(8):
            found = [f"{int(dscp):02d}," for dscp, own in reversed(qos["map"].items()) if own == priority]
            for start in range(0, len(found), 8):
                print(f"\tprio:{priority} dscp:{''.join(found[start : start + 8])}")
    print(f"Cable len: {qos['cable']}\nPFC configuration:\n\tpriority    0   1   2   3   4   5   6   7")
    print("\tenabled     " + "".join(f"{flag}   " for flag in qos["pfc"].split(",")))
    for tc in range(8):
        tsa, weight = qos["tsa"].split(",")[tc], qos["weight"].split(",")[tc]
        if str(tc) in qos["tc"].split(","):
            print(f"tc: {tc} ratelimit: unlimited, tsa: {tsa}" + (f", bw: {weight}%" if tsa == "ets" else ""))
            for priority, own in enumerate(qos["tc"].split(",")):
                if own == str(tc):
                    print(f"\t priority:  {priority}")


def mlxconfig(state: dict, arguments: list[str]) -> None:
    kept = state.setdefault("mlxconfig " + arguments[1], {"LINK_TYPE_P1": "ETH(2)", "CNP_DSCP_P1": "4"})
    if arguments[2] == "-e":
        value = kept.get(arguments[4], "0")
        print(f"Configurations:   Default   Current   Next Boot\n*   {arguments[4]}   0   0   {value}")
    else:
        key, value = arguments[4].split("=")
        kept[key] = value


def dcb(state: dict, arguments: list[str]) -> None:
    """The kernel's `dcb`, as dcb-app(8), dcb-ets(8), dcb-pfc(8) and dcb-dcbx(8) show it."""
    numeric = arguments[0] == "-N"
    kind, verb, dev, name, *words = arguments[numeric:]
    assert dev == "dev"
    kept = state.setdefault("dcb " + name, {"dcbx": "host ieee", "dscp-prio": [], "dgram-port-prio": []})
    if verb == "show":
        show_dcb(kept, kind, words)
    elif "host" not in kept["dcbx"]:  # bnxt_dcb.c of Linux
        print("RTNETLINK answers: Invalid argument", file=sys.stderr)
        sys.exit(1)
    elif kind == "app":
        assert numeric is False
        selector, entry = words
        code = entry.split(":")[0]
        if verb == "replace":
            kept[selector] = [own for own in kept[selector] if own.split(":")[0] != code] + [entry]
        else:
            kept[selector].remove(entry)
    else:
        for word in words:
            if ":" not in word:
                rows = kept.setdefault(word, {})
                continue
            number, value = word.split(":")
            rows.update({str(n): value for n in range(8) if number in ("all", str(n))})


def show_dcb(kept: dict, kind: str, words: list[str]) -> None:
    if kind == "dcbx":
        print(kept["dcbx"] + " ")
    elif kind == "app":
        for selector in words or ("dgram-port-prio", "dscp-prio"):
            if kept[selector]:
                print(selector, *sorted(kept[selector], key=lambda entry: int(entry.split(":")[0])))
    else:
        off = {"prio-pfc": "off", "tc-tsa": "strict"}
        for word in words:
            rows = kept.get(word, {})
            print(word, *(f"{n}:{rows.get(str(n), off.get(word, '0'))}" for n in range(8)))


def ethtool(state: dict, arguments: list[str]) -> None:
    if arguments[0] == "-A":
        state["pause " + arguments[1]] = "off"
        assert arguments[-4:] == ["rx", "off", "tx", "off"]
    else:
        on = state.get("pause " + arguments[1], "on")
        print(f"Pause parameters for {arguments[1]}:\nAutonegotiate:\t{on}\nRX:\t\t{on}\nTX:\t\t{on}\n")


def ip(state: dict, arguments: list[str]) -> None:
    match arguments:
        case ["-4", "rule", "show", "priority", priority]:
            print(state.get("rule " + priority, ""))
        case ["-4", "rule", "add", "oif", name, "table", table, "priority", priority]:
            state["rule " + priority] = f"{priority}:\tfrom all oif {name} lookup {table} "
        case ["-j", "-4", *words]:  # as iproute2 6.1 prints it
            kept = state.get(" ".join(words))
            print("[]" if kept is None else as_json(kept))
        case ["link", "set", "dev", name, "mtu", mtu]:
            with open(f"{os.environ['FABRIC_SYS']}/class/net/{name}/mtu", "w", encoding="ascii") as file:
                file.write(mtu + "\n")


def lldpctl(state: dict, arguments: list[str]) -> None:
    print(as_json({"lldp": state.get("lldp " + arguments[2], {})}))


def uname(state: dict, arguments: list[str]) -> None:
    assert arguments == ["-n"]
    print(state.get("uname", "pod1-host1"))


def mlxreg(state: dict, arguments: list[str]) -> None:
    kept = state.setdefault("mlxreg " + arguments[1], dict.fromkeys(ROCE_ACCL, 0))
    if arguments[4] == "--get":  # as printed in public write-ups of `mlxreg --reg_name ROCE_ACCL --get`
        print(f"Sending access register...\nField Name{' ' * 37}| Data\n{'=' * 60}")
        print("\n".join(f"{name:<46} | 0x{value:08x}" for name, value in kept.items()))
    else:
        name, value = arguments[5].split("=")
        assert arguments[6] == "--yes"
        assert name in kept
        kept[name] = int(value, 16)


def sysctl(state: dict, arguments: list[str]) -> None:
    if arguments[0] == "-n":
        print(state.get("sysctl " + arguments[1], "0"))
    else:
        key, value = arguments[2].split("=")
        state["sysctl " + key] = value


def cma_roce_tos(state: dict, arguments: list[str]) -> None:
    if "-t" in arguments:
        state["tos " + arguments[1]] = arguments[3]
    print(state.get("tos " + arguments[1], "0"))


def cma_roce_mode(state: dict, arguments: list[str]) -> None:
    if "-m" in arguments:
        state["mode " + arguments[1]] = {"1": "IB/RoCE v1", "2": "RoCE v2"}[arguments[5]]
    print(state.get("mode " + arguments[1], "IB/RoCE v1"))


def as_json(value: object) -> str:
    import json  # noqa: PLC0415 - few calls need it

    return json.dumps(value)


def main() -> None:
    name, *arguments = sys.argv[1:]
    state = {}
    if os.path.exists(STATE):
        with open(STATE, "rb") as file:
            state = marshal.load(file)
    state.setdefault("calls", []).append(" ".join(sys.argv[1:]))
    globals()[name](state, arguments)
    with open(STATE, "wb") as file:
        marshal.dump(state, file)


if __name__ == "__main__":
    main()
