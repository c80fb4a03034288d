"""The contestants, one module per library; each has ``contestants(task, size)``."""
