#!/bin/bash
# Brings the NICs of pod1-host1 to what its fabrics expect; each fabric makes its own `nic` and `roce`.
# `--check` only reads: it prints what differs and leaves with 2 when something does. Without it, 1 says
# that something is left to do by hand.
# Each fabric has its own `nic` and `roce`, and `want` calls functions by name.
# shellcheck disable=SC2034,SC2218,SC2317
set -eu

mode=apply
case "${1:-}" in
  "") ;;
  --check) mode=check ;;
  *) echo "usage: $0 [--check]" >&2; exit 64 ;;
esac
sys=${FABRIC_SYS:-/sys}
differences=0
firmware=0
left=0

# want WHAT WANTED FOUND COMMAND...: runs the command when what is found is not what is wanted.
want() {
  local what=$1 wanted=$2 found=$3
  shift 3
  if [ "$found" = "$wanted" ]; then
    return 0
  fi
  differences=$((differences + 1))
  echo "$what: found '$found', wanted '$wanted'"
  if [ "$mode" = apply ]; then
    "$@" < /dev/null
  fi
}

# want_file FILE WANTED: a file of sysfs; one that this driver does not have is passed over.
want_file() {
  if [ -e "$1" ]; then
    want "$1" "$2" "$(cat "$1")" write "$1" "$2"
  fi
}

write() {
  echo "$2" > "$1"
}

want_sysctl() {
  want "$1" "$2" "$(sysctl -n "$1")" sysctl -q -w "$1=$2"
}

by_hand() {
  differences=$((differences + 1))
  left=1
  echo "$1: no tool is known for a $2, set it by hand as nic.json says" >&2
}

# The last column is the value at the next boot, a number or a word with its number in brackets.
want_firmware() {
  want "$1 $2" "$3" "$(mlxconfig -d "$1" -e query "$2" | awk -v key="$2" '
    { for (i = 1; i <= NF; i++) if ($i == key) value = $NF }
    END { sub(/^.*\(/, "", value); sub(/\)$/, "", value); print value }')" set_firmware "$1" "$2=$3"
}

set_firmware() {
  mlxconfig -d "$1" --yes set "$2" > /dev/null
  firmware=1
}

# want_register PCI FIELD WANTED: a field of ROCE_ACCL, shown as `FIELD | 0x00000001`.
want_register() {
  want "$1 $2" "$3" "$(($(mlxreg -d "$1" --reg_name ROCE_ACCL --get | awk -v field="$2" '
    $1 == field { print $3 }')))" mlxreg -d "$1" --reg_name ROCE_ACCL --set "$2=0x$3" --yes
}

misnamed() {
  left=1
  echo "$1: its RDMA device is not $2: correct \`adapters\` in the intent, or the host" >&2
}

# The map of code points, as `mlnx_qos -i IF` shows it: one priority to a line.
shown_map() {
  sed -n 's/^[[:space:]]*prio:\([0-7]\) dscp:\([0-9,]*\)$/\1 \2/p' | tr ',' ' ' | awk '
    { for (i = 2; i <= NF; i++) print $i + 0, $1 }' | sort -n
}

# The scheduler, as `mlnx_qos -i IF` shows it: class/algorithm/percent/priorities.
shown_scheduler() {
  awk '
    function flush() { if (tc != "") print tc "/" tsa "/" bw "/" list }
    /^tc:/ { flush(); tc = $2; tsa = bw = list = ""
             for (i = 3; i < NF; i++) { if ($i == "tsa:") tsa = $(i + 1); if ($i == "bw:") bw = $(i + 1) }
             sub(/,$/, "", tsa) }
    $1 == "priority:" && tc != "" { list = list (list == "" ? "" : ",") $2 }
    END { flush() }' | sort -n | tr '\n' ' ' | sed 's/ $//'
}

want_map() {
  local dscp priority found
  while read -r dscp priority found; do
    want "$1 DSCP $dscp" "$priority" "$found" mlnx_qos -i "$1" --dscp2prio "set,$dscp,$priority"
  done < <(awk 'FILENAME == ARGV[1] { found[$1] = $2; next } found[$1] != $2 { print $1, $2, found[$1] }' \
    <(mlnx_qos -i "$1" | shown_map) <(wanted_map))
}

# bound FAMILY IF TABLE PRIORITY: sockets bound to the device leave by it.
bound() {
  want "$2 rule" "from all oif $2 lookup $3" \
    "$(ip "$1" rule show priority "$4" | sed 's/^[0-9]*:[[:space:]]*//; s/ proto [a-z]*//; s/[[:space:]]*$//')" \
    ip "$1" rule add oif "$2" table "$3" priority "$4"
}

# rail IF TABLE PRIORITY: what netplan has no word for: sockets bound to the device, and ARP of one rail only.
rail() {
  bound -4 "$@"
  for name in all "$1"; do
    want_sysctl "net.ipv4.conf.$name.arp_ignore" 2
    want_sysctl "net.ipv4.conf.$name.arp_announce" 2
    want_sysctl "net.ipv4.conf.$name.rp_filter" 2
  done
}

# Fabric backend.
# nic IF RDMA: the settings that the firmware keeps, and the name of the RDMA device.
nic() {
  local pci port
  pci=$(basename "$(readlink -f "$sys/class/net/$1/device")")
  port=$((${pci##*.} + 1))
  want "$1 RDMA device" "$2" "$(ls "$sys/class/net/$1/device/infiniband")" misnamed "$1" "$2"
  want_firmware "$pci" "LINK_TYPE_P$port" 2
  want_firmware "$pci" "CNP_DSCP_P$port" 48
  want_firmware "$pci" "CNP_802P_PRIO_P$port" 6
  want_firmware "$pci" "ROCE_CC_PRIO_MASK_P$port" 255
}

# The map that is wanted: 64 code points, each with its priority.
wanted_map() {
  cat << 'MAP'
0 0
1 0
2 0
3 0
4 0
5 0
6 0
7 0
8 0
9 0
10 0
11 0
12 0
13 0
14 0
15 0
16 0
17 0
18 0
19 0
20 0
21 0
22 0
23 0
24 3
25 3
26 3
27 3
28 3
29 3
30 3
31 3
32 0
33 0
34 0
35 0
36 0
37 0
38 0
39 0
40 0
41 0
42 0
43 0
44 0
45 0
46 0
47 0
48 6
49 0
50 0
51 0
52 0
53 0
54 0
55 0
56 0
57 0
58 0
59 0
60 0
61 0
62 0
63 0
MAP
}

# roce IF MTU CABLE: trust, PFC, scheduling, congestion control and the traffic class of RDMA.
roce() {
  local shown rdma
  rdma=$(ls "$sys/class/net/$1/device/infiniband")
  want "$1 MTU" "$2" "$(cat "$sys/class/net/$1/mtu")" ip link set dev "$1" mtu "$2"
  # Global pause and PFC exclude each other.
  want "$1 pause" "off off off" \
    "$(ethtool -a "$1" | awk '/^(Autonegotiate|RX|TX):/ { printf "%s%s", s, $2; s = " " }')" \
    ethtool -A "$1" autoneg off rx off tx off
  shown=$(mlnx_qos -i "$1")
  want "$1 DCBX" "OS controlled" "$(echo "$shown" | sed -n 's/^DCBX mode: //p')" mlnx_qos -i "$1" -d os
  want "$1 trust" dscp "$(echo "$shown" | sed -n 's/^Priority trust state: //p')" mlnx_qos -i "$1" --trust dscp
  want_map "$1"
  want "$1 scheduler" "0/ets/20%/0,1,2,4,5,7 3/ets/80%/3 6/strict//6" "$(echo "$shown" | shown_scheduler)" \
    mlnx_qos -i "$1" -p 0,0,0,3,0,0,6,0 -s ets,strict,strict,ets,strict,strict,strict,strict -t 20,0,0,80,0,0,0,0
  want "$1 PFC" 0,0,0,1,0,0,0,0 \
    "$(echo "$shown" | awk '$1 == "enabled" { for (i = 2; i <= NF; i++) { printf "%s%s", s, $i; s = "," } }')" \
    mlnx_qos -i "$1" --pfc 0,0,0,1,0,0,0,0
  if [ "$3" -gt 0 ]; then
    want "$1 cable length" "$3" "$(echo "$shown" | sed -n 's/^Cable len: //p')" mlnx_qos -i "$1" --cable_len "$3"
  fi
  want "$rdma RDMA-CM mode" "RoCE v2" "$(cma_roce_mode -d "$rdma" -p 1)" cma_roce_mode -d "$rdma" -p 1 -m 2
  want "$rdma RDMA-CM ToS" 106 "$(cma_roce_tos -d "$rdma")" cma_roce_tos -d "$rdma" -t 106
  if [ -e "$sys/class/infiniband/$rdma/tc/1/traffic_class" ]; then
    want "$rdma traffic class" 106 \
      "$(sed -n 's/^Global tclass=//p' "$sys/class/infiniband/$rdma/tc/1/traffic_class")" \
      write "$sys/class/infiniband/$rdma/tc/1/traffic_class" 106
  fi
  want_file "$sys/class/net/$1/ecn/roce_np/enable/3" 1
  want_file "$sys/class/net/$1/ecn/roce_rp/enable/3" 1
  want_file "$sys/class/net/$1/ecn/roce_np/cnp_dscp" 48
}

nic rail1 mlx5_0
roce rail1 9000 10
rail rail1 101 1101
nic rail2 mlx5_1
roce rail2 9000 10
rail rail2 102 1102

if [ "$firmware" -gt 0 ]; then
  echo "firmware settings were changed: reboot, or reset each NIC with mlxfwreset" >&2
fi
if [ "$mode" = check ] && [ "$differences" -gt 0 ]; then
  exit 2
fi
exit "$left"
