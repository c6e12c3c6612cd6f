"""What a healthy fabric shows, and verdicts on what was seen."""
