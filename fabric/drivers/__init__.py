"""The live side of each platform."""
