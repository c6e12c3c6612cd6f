"""SONiC: `config_db.json` and `frr.conf` per switch; FRR runs our own file (mode split-unified)."""

from fabric.platforms.form import Platform
from fabric.platforms.sonic import canonical, words
from fabric.platforms.sonic.names import port_name

PLATFORM = Platform(
    name="sonic",
    templates={"config_db.json": "sonic/config_db.j2", "frr.conf": "sonic/frr.j2"},
    canonical={"config_db.json": canonical.config_db, "frr.conf": canonical.frr},
    context=words.context,
    port_name=port_name,
)
