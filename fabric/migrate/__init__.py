"""Steps between two intents."""
