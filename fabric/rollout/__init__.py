"""Plan to converged network: waves, gates, journal, recovery."""
