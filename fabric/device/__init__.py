"""What each unit is to do, free of vendors."""
