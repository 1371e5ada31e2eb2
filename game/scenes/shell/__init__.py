"""The scenes around the game: the title, the choice of rooms and options.

ending   What was done, once every room is finished?
menu     How do keys, pointer and pad operate a page or a menu?
options  How does the player change options and bind keys?
rooms    How does the player choose a room?
seeds    Which shaft of Scanline is it?
title    What does the program show first, and where does it lead?
"""
