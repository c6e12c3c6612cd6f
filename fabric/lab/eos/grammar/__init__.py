"""The lines EOS accepts, as data in the order they are printed; `1-system.txt` explains the notation."""
