"""What is on the window: a scene takes events and time, and draws.

scene     What does the program ask of a scene?
menu      What can be chosen here?
title     What is this, and how does it begin?
howto     How is it played?
rooms     Which room, and what was done there already?
scores    Who was best, and with which initials?
options   What does the player choose, and by which keys?
settings  What did the player choose?

run       How does a world get on the screen?
play      Play a room.
endless   Play Scanline, which only ends below.
timeline  Where in its time is a run that is held?
inspector What became of two bodies, and why?
panes     What would other methods have made of the same controls?
lab       What if this box were there, that large, and that fast?

lessons   Which lesson, and what was done of it already?
study     How is a lesson learnt?
live      How does a figure live?
exercise  Is what you wrote right, and if not, in which case?
"""
