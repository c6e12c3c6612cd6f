"""Facts about the world as data: switches, NICs, hosts, optics, buffers, and what each platform supports."""
