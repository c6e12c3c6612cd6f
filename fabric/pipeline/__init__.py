"""The only composition of the stages: `compile(source, registry)`."""
