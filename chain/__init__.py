"""Kinematics and dynamics of mechanisms: chains and trees of rigid bodies, on the 4x4 algebra of spacelib."""
