"""What the YAML may say."""
