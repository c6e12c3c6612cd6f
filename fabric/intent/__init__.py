"""What the YAML may say."""

from fabric.intent.fabric import Fabric
from fabric.intent.reader import read_intent
from fabric.intent.site import Site
from fabric.intent.waivers import Waiver

__all__ = ["Fabric", "Site", "Waiver", "read_intent"]
