"""Sites whose hosts are on two fabrics: pod1 on both, pod2 and pod3 on one of them."""

from __future__ import annotations

from cases.repositories import Texts, edited

ROCE = """\
schema: fabric/1
name: shared
hosts:
  pod1: {count: 3, model: hgx-h200, nics: {
    backend: {model: connectx-7, count: 4}, storage: {model: connectx-7, count: 2, adapters: [4-5]}}}
  pod2: {count: 2, model: hgx-h200, nics: {backend: {model: connectx-7, count: 4}}}
  pod3: {count: 2, model: hgx-h200, nics: {storage: {model: connectx-7, count: 2}}}
fabrics:
  backend:
    transport: roce
    topology:
      kind: rail-optimised
      rails: 4
      leaf: {model: nvidia-sn5600, platform: cumulus, release: "5.16", uplinks: 4}
      spine: {count: 2, model: nvidia-sn5600, platform: cumulus, release: "5.16"}
    physical: {mtu: 9000}
    qos:
      classes:
        - {name: roce, dscp: [24-31], traffic_class: 3, lossless: true, bandwidth: 80 %, ecn: auto}
        - {name: cnp, dscp: [48], traffic_class: 6, strict: true}
        - {name: default, dscp: rest, traffic_class: 0, bandwidth: 20 %}
      pfc: {watchdog: {detect: 400 ms, action: drop}}
      dcqcn: {enabled: true}
"""
STORAGE = """\
  storage:
    transport: roce
    prefix: st-
    addressing: {loopbacks: 10.1.0.0/16, hosts: 100.0.0.0/12, host_table: 300}
    topology:
      kind: leaf-spine
      leaf: {model: arista-7060x6-64pe, platform: eos, release: "4.34.1F", count: 2, uplinks: 4}
      spine: {count: 2, model: arista-7060x6-64pe, platform: eos, release: "4.34.1F"}
    qos:
      classes:
        - {name: nvme, dscp: [40-47], traffic_class: 5, lossless: true, bandwidth: 60 %, ecn: auto}
        - {name: default, dscp: rest, traffic_class: 0, bandwidth: 40 %}
      pfc: {watchdog: {detect: 400 ms, action: drop}}
      dcqcn: {enabled: true}
"""
INFINIBAND = """\
  backend:
    transport: infiniband
    topology:
      kind: rail-optimised
      rails: 4
      leaf: {model: nvidia-qm9700, platform: unmanaged, uplinks: 4}
      spine: {count: 2, model: nvidia-qm9700, platform: unmanaged}
    subnet:
      release: "6.19"
      partitions: [{name: training, pkey: "0x0010", pods: [pod1]}]
"""
HEAD, _, BACKEND = ROCE.partition("fabrics:\n")
ADAPTERS = (
    "nics: {\n    backend: {model: connectx-7, count: 4}",
    "nics: {\n    backend: {model: connectx-7, count: 4, adapters: [0, 3-5]}",
)
MIXED = edited(f"{HEAD}fabrics:\n{INFINIBAND}{STORAGE}", ADAPTERS, ("adapters: [4-5]", "adapters: [1-2]"))
"""InfiniBand between the GPUs, RoCE to the storage, with adapters as a DGX numbers them."""
BOTH = ROCE + STORAGE
TURNED = f"{HEAD}fabrics:\n{STORAGE}{BACKEND}"
"""The same with the fabrics in the other order."""
ALONE = edited(
    ROCE,
    (", storage: {model: connectx-7, count: 2, adapters: [4-5]}", ""),
    ("  pod3: {count: 2, model: hgx-h200, nics: {storage: {model: connectx-7, count: 2}}}\n", ""),
)
"""The backend before there was a storage fabric."""
LEDGER = """\
ledger: fabric/1
backend: {pod1-leaf1: 1, pod1-leaf2: 2, pod1-leaf3: 3, pod1-leaf4: 4, spine1: 5, spine2: 6, pod2-leaf1: 7, \
pod2-leaf2: 8, pod2-leaf3: 9, pod2-leaf4: 10}
storage: {st-pod1-leaf1: 1, st-pod1-leaf2: 2, st-spine1: 3, st-spine2: 4, st-pod3-leaf1: 5, st-pod3-leaf2: 6}
"""


def guids(pod: int, host: int) -> str:
    return ", ".join(f"b83fd203000{pod}{host}{number:03}" for number in range(4))


NODES = [
    *(f"{pod}-leaf{n}" for pod in ("pod1", "pod2") for n in range(1, 5)),
    "spine1",
    "spine2",
    *(f"st-{name}" for name in ("pod1-leaf1", "pod1-leaf2", "spine1", "spine2")),
]
INVENTORY = "".join(
    [
        *(f"{name}: {{data: {{guid: b83fd2030090{n:04}}}}}\n" for n, name in enumerate(NODES)),
        *(
            f"pod{pod}-host{host}: {{data: {{guids: [{guids(pod, host)}]}}}}\n"
            for pod in (1, 2)
            for host in (1, 2, 3)
        ),
        *(
            f"{prefix}ufm{n}: {{data: {{guids: [{guids(number, n)}]}}}}\n"
            for prefix, number in (("", 9), ("st-", 8))
            for n in (1, 2)
        ),
    ]
)


def site(text: str, *changes: tuple[str, str]) -> Texts:
    """Return a repository with a site; its switches are in ledger and inventory."""
    return Texts(
        {
            "site/site.yaml": edited(text, *changes),
            "inventory/site/allocations.yaml": LEDGER,
            "inventory/site/hosts.yaml": INVENTORY,
        }
    )
