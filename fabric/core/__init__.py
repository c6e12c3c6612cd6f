"""Domain-free foundations: findings with places, YAML with positions, trees and their diff, sources."""
