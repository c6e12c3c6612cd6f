"""Intent to graph: devices, ports, cables."""
