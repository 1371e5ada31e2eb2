"""Scenes in which a world runs: rooms, the shaft, the lab, and what compares or inspects a run.

compare    What would other methods have made of the same controls?
endless    Play Scanline, which only ends below.
inspector  What became of two bodies, and why?
lab        What if this box were there, that large, and that fast?
play       Play a room.
run        How does a world get on the screen?
timeline   Where in its time is a run that is held?
"""
