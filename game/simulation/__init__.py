"""The rules of the game, without a picture: what a room is, and what a tick does.

levels    What is a room, and what is wrong with this file?
elements  What moves in a room besides the player?
player    What does the player's box do with what the player wants?
world     What happens in one tick?
events    What happened?
scoring   What was it worth?
methods   How else could bodies be moved, and what goes wrong then?
replay    How is a run kept, and does it go the same way again?
checks    Does a file say what was expected?
lab       What happens if a box is here, that large, and that fast?
shaft     What if the room never ends?
"""
