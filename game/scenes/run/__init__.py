"""Scenes in which a world runs: rooms, the shaft, the lab; and what studies a run.

compare      What would other methods have made of the same controls?
held         What lies over a run that is held: its timeline, and a row of buttons.
inspector    What became of two bodies, and why?
key_card     What does the list of keys say?
lab          What if this box were there, that large, and that fast?
panel        How are the rows beside a lab chosen and changed?
pause        What does the menu over a run offer?
play         Play a room, or Scanline.
predictions  What will slugs do next, and what would the player's dash do?
run          How does a world get on the screen?
run_scene    What can be done in every scene in which a world runs?
study        What is set while a run is studied, and which pages study it?
tour         How are all rooms played in one run?
"""
