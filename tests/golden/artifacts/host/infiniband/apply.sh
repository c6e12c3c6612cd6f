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

# Fabric backend.
# nic IF RDMA: the settings that the firmware keeps, and the name of the RDMA device.
nic() {
  local pci port
  pci=$(basename "$(readlink -f "$sys/class/infiniband/$2/device")")
  port=$((${pci##*.} + 1))
  want_firmware "$pci" "LINK_TYPE_P$port" 1
}

nic rail1 mlx5_0
nic rail2 mlx5_1

if [ "$firmware" -gt 0 ]; then
  echo "firmware settings were changed: reboot, or reset each NIC with mlxfwreset" >&2
fi
if [ "$mode" = check ] && [ "$differences" -gt 0 ]; then
  exit 2
fi
exit "$left"
