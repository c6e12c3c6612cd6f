"""One form per vendor: words, templates, parser, ownership, change classes."""
