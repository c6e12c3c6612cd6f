"""Keys of opensm.conf: which are read again on SIGHUP, which need a restart, which are NVIDIA's own.

Source: linux-rdma/opensm 3.3.24 `opensm/osm_subnet.c`, table `opt_tbl`; for NVIDIA's keys the public header
with struct osm_subn_opt and NVIDIA's large-cluster recipe (OpenAI.recipe). When NVIDIA's OpenSM reads its
own keys again is not published, so they count as needing a restart.
"""

from __future__ import annotations

_HOT = """
m_key sm_key sa_key m_key_lease_period m_key_protection_level m_key_lookup sweep_interval max_wire_smps
max_wire_smps2 max_smps_timeout max_msg_fifo_timeout sm_priority max_op_vls force_link_speed
force_link_speed_ext force_link_width fdr10 reassign_lids ignore_other_sm disable_multicast subnet_timeout
packet_life_time vl_stall_count leaf_vl_stall_count head_of_queue_lifetime leaf_head_of_queue_lifetime
local_phy_errors_threshold overrun_errors_threshold use_mfttop sminfo_polling_timeout polling_retry_number
force_heavy_sweep port_profile_switch_nodes sweep_on_trap connect_roots log_max_size log_flags
force_log_flush accum_log_file no_partition_enforcement part_enforce keep_pkey_indexes sm_assigned_guid
qos suppress_sl2vl_mad_status_errors port_shifting scatter_ports sa_db_dump torus_config do_mesh_analysis
exit_on_fatal honor_guid2lid_file sm_inactive babbling_port_policy drop_event_subscriptions
ipoib_mcgroup_creation_validation mcgroup_join_validation use_original_extended_sa_rates_only
max_rate_enum use_optimized_slvl fsync_high_avail_files enable_quirks no_clients_rereg
consolidate_ipv6_snm_req lash_start_vl sm_sl nue_max_num_vls log_prefix quasi_ftree_indexing
congestion_control
"""
_RESTART = """
guid subnet_prefix lmc lmc_esp0 routing_engine root_guid_file cn_guid_file io_guid_file ids_guid_file
guid_routing_order_file hop_weights_file port_search_ordering_file avoid_throttled_links use_ucast_cache
allow_both_pkeys partition_config_file qos_policy_file dump_files_dir log_file lid_matrix_dump_file
lfts_file sa_db_file max_reverse_hops transaction_timeout transaction_retries long_transaction_timeout
console console_port single_thread node_name_map_name cc_key cc_max_outstanding_mads prefix_routes_file
nue_include_switches per_module_logging_file daemon
"""
_NVIDIA = """
ar_mode ar_sl_mask ar_transport_mask enable_ar_by_device_cap enable_ar_group_copy cache_ar_group_id
ar_tree_asymmetric_flow ar_tree_asymmetric_flow_threshold ar_tree_asymmetric_flow_threshold_limit
shield_mode pfrn_sl pfrn_mask_clear_timeout pfrn_mask_force_clear_timeout pfrn_over_router_enabled
hbf_sl_mask hbf_hash_type hbf_seed_type hbf_seed hbf_hash_fields hbf_weights routing_flags
routing_threads_num max_threads_per_core smp_threads gmp_threads max_wire_smps_per_device
pgrp_policy_file topo_config_file topo_config_enabled topo_config_file_enabled master_sm_priority
enable_sm_port_failover allowed_sm_guids m_key_per_port mlnx_congestion_control max_op_vls_ca
max_op_vls_sw max_op_vls_rtr sharp_enabled virt_enabled client_rereg_mode
"""

HOT = frozenset(_HOT.split())
RESTART = frozenset(_RESTART.split())
NVIDIA = frozenset(_NVIDIA.split())
_HOT_FAMILIES = ("qos_", "cc_")
"""Prefixes of families that are hot but for the keys in RESTART."""
LINK = frozenset(
    ("max_op_vls", "force_link_speed", "force_link_speed_ext", "force_link_width", "fdr10")
)  # fmt: skip
"""Hot keys that may reset links."""


def is_known(key: str) -> bool:
    """Whether an OpenSM knows the key. One that does not only prints `Unrecognized token` and runs on."""
    return key in HOT or key in RESTART or key in NVIDIA or key.startswith(_HOT_FAMILIES)


def is_hot(key: str) -> bool:
    """Whether a change takes effect on SIGHUP. A restart key that changed is ignored in silence then."""
    return key in HOT or (key not in RESTART and key.startswith(_HOT_FAMILIES))
