"""What a platform, release and ASIC can do: the closed vocabulary and its rows."""

from __future__ import annotations

from enum import StrEnum
from typing import Literal, Self

from pydantic import Field, model_validator

from fabric.catalog.models.entry import Entry


class Feature(StrEnum):
    """What an intent may ask of a device. Closed: a check joins these words with the support rows."""

    RENDERED = "rendered"
    """The release speaks the dialect that the templates are written in."""
    ROUTING_MODE_UNIFIED = "routing-mode-unified"
    """FRR's file is made of CONFIG_DB by the switch."""
    BGP_UNNUMBERED = "bgp-unnumbered"
    BGP_GRACEFUL_RESTART = "bgp-graceful-restart"
    BGP_GRACEFUL_SHUTDOWN = "bgp-graceful-shutdown"
    """A route whose sender is about to go (RFC 8326) comes last."""
    BGP_SESSIONS = "bgp-sessions"
    BFD = "bfd"
    MAX_ECMP = "max-ecmp"
    ECMP_HASH_FIELDS = "ecmp-hash-fields"
    ECMP_HASH_QP = "ecmp-hash-qp"
    ECMP_HASH_SEED = "ecmp-hash-seed"
    WEIGHTED_ECMP = "weighted-ecmp"
    ADAPTIVE_FLOWLET = "adaptive-flowlet"
    ADAPTIVE_PER_PACKET = "adaptive-per-packet"
    ADAPTIVE_SPEED_GBPS = "adaptive-speed-gbps"
    PFC = "pfc"
    PFC_WATCHDOG = "pfc-watchdog"
    PFC_WATCHDOG_RESTORE = "pfc-watchdog-restore"
    PFC_WATCHDOG_FORWARD = "pfc-watchdog-forward"
    PFC_WATCHDOG_ALERT = "pfc-watchdog-alert"
    ECN = "ecn"
    DCQCN = "dcqcn"
    PACKET_TRIMMING = "packet-trimming"
    HEADROOM_COMPUTED = "headroom-computed"
    HEADROOM_CONFIGURED = "headroom-configured"
    SPEED_800G = "speed-800g"
    SPEED_1600G = "speed-1600g"
    LINK_TRAINING = "link-training"
    LLDP = "lldp"
    LLDP_TIMERS = "lldp-timers"
    VRF_MANAGEMENT = "vrf-management"
    LOCAL_USERS = "local-users"
    TACACS = "tacacs"
    NTP = "ntp"
    DNS = "dns"
    DNS_DOMAIN = "dns-domain"
    SYSLOG = "syslog"
    TIMEZONE = "timezone"
    BANNER = "banner"
    API_CERTIFICATE = "api-certificate"
    COMMAND_AUTHORIZATION = "command-authorization"
    SNMP = "snmp"
    MANAGEMENT_ACL = "management-acl"
    """Who may reach SSH, API, SNMP and gNMI is a list."""
    TELEMETRY_GNMI = "telemetry-gnmi"
    TELEMETRY_PUSH = "telemetry-push"
    """It sends telemetry to collectors by itself."""
    DROP_REASONS = "drop-reasons"
    """It keeps packets that it drops, with the reason."""
    QUEUE_DEPTHS = "queue-depths"
    """It tells how full its queues were between two readings."""
    CLOUDVISION = "cloudvision"
    TELEMETRY_HIGH_FREQUENCY = "telemetry-high-frequency"
    NIC_TRAFFIC_CLASSES = "nic-traffic-classes"
    """Classes that a NIC schedules by themselves, with a share or strictly."""
    COMMIT_CONFIRM = "commit-confirm"
    IB_PARTITIONS = "ib-partitions"
    IB_SERVICE_LEVELS = "ib-service-levels"
    IB_ADAPTIVE_ROUTING = "ib-adaptive-routing"
    IB_CONGESTION_CONTROL = "ib-congestion-control"


class SupportRow(Entry):
    """Whether a platform can do something, for a range of releases and some ASICs or adapters."""

    feature: Feature = Field(strict=False)
    """What is asked."""
    platform: str
    """Platform: eos, sonic, cumulus, ufm, bluefield, host."""
    since: str = ""
    """First release of the range; empty means from the beginning."""
    before: str = ""
    """First release after the range; empty means to this day."""
    asics: tuple[str, ...] = ()
    """ASICs, ASIC families or, on a host, adapters; empty means all."""
    verdict: Literal["yes", "no", "limit"]
    """Whether it can, or up to `limit`."""
    limit: int | None = None
    """The most it can do, in the unit of the feature; only with the verdict `limit`."""
    note: str = ""
    """Under which condition, or with which words of the platform."""

    @model_validator(mode="after")
    def _limit_goes_with_its_verdict(self) -> Self:
        if (self.limit is not None) != (self.verdict == "limit"):
            raise ValueError("`limit` stands with the verdict `limit`, and only there")
        return self
