"""NVUE, which configures Cumulus Linux and HBN on a BlueField alike: its files, trees and changes."""
