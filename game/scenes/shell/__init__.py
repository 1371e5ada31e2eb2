"""Scenes around the game: the title, the choice of rooms, options and tables.

howto     How is it played?
menu      What can be chosen here?
options   What does the player choose, and by which keys?
rooms     Which room, and what was done there already?
scores    Who was best, and with which initials?
settings  What did the player choose?
title     What is this, and how does it begin?
"""
