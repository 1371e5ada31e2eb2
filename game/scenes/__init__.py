"""What is on the window: a scene takes events and time, and draws.

scene     What does the program ask of a scene?
title     What is this, and how does it begin?
play      Play a room.
endless   Play Scanline, which only ends below.
run       How does a world get on the screen?
menu      What can be chosen here?
rooms     Which room, and what was done there already?
scores    Who was best, and with which initials?
options   What does the player choose, and by which keys?
settings  What did the player choose?
lessons   Which lesson, and what was done of it already?
study     How is a lesson learnt?
inspector What became of two bodies, and why?
live      How does a figure live?
howto     How is it played?
"""
