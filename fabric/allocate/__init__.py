"""Numbers that never move: ASNs, loopbacks, host networks."""
