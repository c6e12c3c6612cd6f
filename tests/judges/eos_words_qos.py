"""EOS lines about classes of traffic, in the places of pyavd's model."""

from __future__ import annotations

from judges.eos_grammar import word
from judges.eos_words_ports import pfc_words, queues

P = "qos_profiles[name={profile}]"
TIMER = f"{P}.priority_flow_control.watchdog.timer"
TIMES = "timeout {timeout} polling-interval {poll} recovery-time {recovery}"
TIMERS = (
    f"{TIMER}.timeout = {{timeout}}",
    f"{TIMER}.polling_interval = {{poll}}",
    f"{TIMER}.recovery_time = {{recovery}}",
)
PORT = "priority-flow-control pause watchdog port"

PROFILE = (
    word("qos trust {field}", f"{P}.trust = {{field}}"),
    word("qos cos {n:int}", f"{P}.cos = {{n}}"),
    word("qos dscp {n:int}", f"{P}.dscp = {{n}}"),
    word("shape rate {rate:rest}", f"{P}.shape.rate = {{rate}}"),
    *pfc_words(P),
    word("priority-flow-control pause watchdog", f"{P}.priority_flow_control.watchdog.enabled = true"),
    word(f"{PORT} timer {TIMES} forced", *TIMERS, f"{TIMER}.forced = true"),
    word(f"{PORT} timer {TIMES}", *TIMERS),
    word(f"{PORT} action {{action}}", f"{P}.priority_flow_control.watchdog.action = {{action}}"),
    *queues(P),
)

WATCHDOG = "priority-flow-control pause watchdog"
GLOBAL = "priority_flow_control.watchdog"
QOS = (
    word("qos profile {profile}", P, inside=PROFILE),
    word("qos rewrite dscp", "qos.rewrite_dscp = true"),
    word("qos random-detect ecn allow non-ect", "qos.random_detect.ecn.allow_non_ect.enabled = true"),
    word(
        "qos random-detect ecn allow non-ect chip-based",
        "qos.random_detect.ecn.allow_non_ect.enabled = true",
        "qos.random_detect.ecn.allow_non_ect.chip_based = true",
    ),
    word(r"qos map dscp {map:[\d -]+ to traffic-class [0-7]}", "qos.map.dscp[] = {map}"),
    word(r"qos map cos {map:[0-7 -]+ to traffic-class [0-7]}", "qos.map.cos[] = {map}"),
    word(
        r"qos map traffic-class {map:[0-7 -]+ to (?:dscp|cos|tx-queue) \d+}",
        "qos.map.traffic_class[] = {map}",
    ),
    word("qos tx-queue shape rate percent adaptive", "qos.tx_queue.shape_rate_percent_adaptive = true"),
    word(
        "qos tx-queue {id:int} scheduler profile responsive",
        "qos.tx_queue.queues[id={id}].scheduler_profile_responsive = true",
    ),
    word("priority-flow-control all off", "priority_flow_control.all_off = true"),
    word(f"{WATCHDOG} default timeout {{t}}", f"{GLOBAL}.timeout = {{t}}"),
    word(f"{WATCHDOG} default recovery-time {{t}}", f"{GLOBAL}.recovery_time = {{t}}"),
    word(f"{WATCHDOG} default polling-interval {{t}}", f"{GLOBAL}.polling_interval = {{t}}"),
    word(f"{WATCHDOG} action {{action}}", f"{GLOBAL}.action = {{action}}"),
    word(f"{WATCHDOG} override action drop", f"{GLOBAL}.override_action_drop = true"),
    word(
        "queue-monitor length",
        "queue_monitor_length.enabled = true",
    ),
    word(
        "queue-monitor length default thresholds {high:int} {low:int}",
        "queue_monitor_length.enabled = true",
        "queue_monitor_length.default_thresholds.high = {high}",
        "queue_monitor_length.default_thresholds.low = {low}",
    ),
    word(
        "queue-monitor length default threshold {n:int}", "queue_monitor_length.default_thresholds.high = {n}"
    ),
    word("queue-monitor length notifying", "queue_monitor_length.notifying = true"),
    word("queue-monitor length log {n:int}", "queue_monitor_length.log = {n}"),
    word(
        "queue-monitor streaming",
        inside=(
            word("max-connections {n:int}", "queue_monitor_streaming.max_connections = {n}"),
            word("ip access-group {acl}", "queue_monitor_streaming.ip_access_group = {acl}"),
            word("vrf {vrf}", "queue_monitor_streaming.vrf = {vrf}"),
            word("no shutdown", "queue_monitor_streaming.enable = true"),
        ),
    ),
)
