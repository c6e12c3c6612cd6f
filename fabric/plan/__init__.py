"""What would change, on which device, in which order."""
