"""Scenes in which a world runs: rooms, the shaft, the lab; and what studies a run.

base       What can be done in every scene in which a world runs?
compare    What would other methods have made of the same controls?
held       What lies over a run that is held: its timeline, and a button for each study key.
inspector  What became of two bodies, and why?
lab        What if this box were there, that large, and that fast?
play       Play a room, or Scanline.
run        How does a world get on the screen?
tour       How are all rooms played in one run?
"""
