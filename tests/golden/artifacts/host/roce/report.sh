#!/bin/bash
# Prints what the NICs of pod1-host1 are, as one JSON document for `fabric verify --hosts`. It only reads.
# Each entry is what a tool said: {"status": 0, "output": "..."}; 127 is a tool that is not there.
# shellcheck disable=SC2016  # `$port` is put in by the function
set -u
export LC_ALL=C
sys=${FABRIC_SYS:-/sys}

# quoted: what comes in, as a JSON string.
quoted() {
  printf '"'
  head -c 65536 | tr -d '\000-\010\013-\037\177-\377' | sed -e 's/\\/\\\\/g' -e 's/"/\\"/g' -e 's/\t/\\t/g' | awk '{ printf "%s%s", s, $0; s = "\\n" }'
  printf '"'
}

# look WHAT COMMAND...: one entry of a port.
look() {
  local what=$1 output status
  shift
  output=$(timeout 20 "$@" 2> /dev/null < /dev/null)
  status=$?
  printf '%s\n  "%s": {"status": %d, "output": %s}' "$between" "$what" "$status" "$(printf '%s\n' "$output" | quoted)"
  between=,
}

# port IF RDMA: opens the entry of a port, and looks at what every NIC has.
port() {
  port_closed=${port_opened:+,}
  port_opened=yes
  printf '%s\n"%s": {' "$port_closed" "$1"
  between=
  interface=$1 rdma=${2:-}
  if [ -e "$sys/class/net/$1/device" ]; then
    pci=$(basename "$(readlink -f "$sys/class/net/$1/device")")
  else
    pci=$(basename "$(readlink -f "$sys/class/infiniband/$2/device")")
  fi
  look device ls "$sys/class/net/$1/device/infiniband"
  look mtu cat "$sys/class/net/$1/mtu"
  look speed cat "$sys/class/net/$1/speed"
  look state cat "$sys/class/net/$1/operstate"
  look fec ethtool --show-fec "$1"
  look pause ethtool -a "$1"
  look lldp lldpctl -f json "$1"
}

# firmware KEY: what `mlxconfig` says of a setting; `$port` in it is the number of the port.
firmware() {
  local function=${pci##*.}
  case "$function" in
    [0-9]) look "firmware ${1/_P\$port/_P*}" mlxconfig -d "$pci" -e query "${1/\$port/$((function + 1))}" ;;
    *) look "firmware ${1/_P\$port/_P*}" false ;;
  esac
}

# nvidia PRIORITY: trust, maps, PFC and buffers, what RDMA sends, congestion control of a priority.
nvidia() {
  local net=$sys/class/net/$interface
  look mlnx_qos mlnx_qos -i "$interface"
  look cma_roce_mode cma_roce_mode -d "$rdma" -p 1
  look cma_roce_tos cma_roce_tos -d "$rdma"
  look traffic_class cat "$sys/class/infiniband/$rdma/tc/1/traffic_class"
  look cnp_dscp cat "$net/ecn/roce_np/cnp_dscp"
  look roce_np cat "$net/ecn/roce_np/enable/$1"
  look roce_rp cat "$net/ecn/roce_rp/enable/$1"
}

# routed TABLE: addresses, the port's own table, and the rules.
routed() {
  local name
  look addresses ip -j -4 address show dev "$interface"
  look routes ip -j -4 route show table "$1"
  look rules ip -j -4 rule show table "$1"
  for name in arp_ignore arp_announce rp_filter; do
    look "$name" sysctl -n "net.ipv4.conf.$interface.$name"
  done
}

printf '{"schema": "fabric-host-report/1",\n"host": "pod1-host1",\n"machine": '
uname -n | quoted
printf ',\n"ports": {'
between=
port rail1 mlx5_0
firmware 'LINK_TYPE_P$port'
firmware 'CNP_DSCP_P$port'
firmware 'CNP_802P_PRIO_P$port'
firmware 'ROCE_CC_PRIO_MASK_P$port'
nvidia 3
routed 101
printf '}'
port rail2 mlx5_1
firmware 'LINK_TYPE_P$port'
firmware 'CNP_DSCP_P$port'
firmware 'CNP_802P_PRIO_P$port'
firmware 'ROCE_CC_PRIO_MASK_P$port'
nvidia 3
routed 102
printf '}'
printf '}}\n'
