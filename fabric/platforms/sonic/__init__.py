"""SONiC: `config_db.json` and `frr.conf` per switch; the former alone where the image makes FRR's file."""

from fabric.platforms.form import Platform
from fabric.platforms.sonic import canonical, frr, words
from fabric.platforms.sonic.change import beyond, classify, owned, whole
from fabric.platforms.sonic.facts import facts, recognised
from fabric.platforms.sonic.features import access, feature
from fabric.platforms.sonic.foretold import unlike
from fabric.platforms.sonic.hop import hop
from fabric.platforms.sonic.parse import ARTIFACT, parse
from fabric.platforms.sonic.patch import patch
from fabric.platforms.sonic.ports import busy, port_of
from fabric.platforms.sonic.router import router
from fabric.platforms.sonic.words_routing import without

PLATFORM = Platform(
    name="sonic",
    templates={ARTIFACT: "sonic/config_db.j2", frr.ARTIFACT: "sonic/frr.j2"},
    canonical={ARTIFACT: canonical.config_db, frr.ARTIFACT: canonical.frr},
    context=words.context,
    profiled=True,
    without=without,
    parse=parse,
    owned=owned,
    feature=feature,
    access=access,
    classify=classify,
    unlike=unlike,
    hop=hop,
    recognised=recognised,
    facts=facts,
    router=router,
    beyond=beyond,
    patch=patch,
    port_of=port_of,
    whole=whole,
    busy=busy,
)
