"""How devices are reached and known."""

from fabric.inventory.model import Data, Row
from fabric.inventory.reader import Inventory, read_inventory

__all__ = ["Data", "Inventory", "Row", "read_inventory"]
