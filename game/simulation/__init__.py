"""The rules of the game, without a picture: what a room is, and what a tick does.

room       What is a room?
tiled      How does a map file become a room?
placement  Does everything in a map lie where it may?
schema     Does a file hold what is expected, and what is wrong if it does not?
begin      How does a run begin?
elements   What lies in a room besides its walls and the player?
bodies     Which body of the space is which element?
player     What do the controls make the player's box do?
meetings   What do the contacts and touches of a step mean in the game?
world      What happens in one tick?
foresight  What would the dash do if the player released it now?
missed     What would a test at the end of each tick have missed?
events     What happened?
methods    How else could bodies be moved, and what goes wrong then?
fingerprint  Are two values the same, on every platform?
replay     How is a run recorded, and does it go the same way again?
medals     Which medals does a run earn?
lab        What happens if a box of this size and speed is here?
shaft      How does an endless shaft work?
"""

# First, and near the start of the program: where many imports are unfinished, the calls
# in numpy's own import would cross the end of a piece of Python's stack again and
# again, at 25 ms.
import numpy  # noqa: F401
