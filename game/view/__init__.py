"""The picture: draws what it is given and changes nothing.

palette   Which colour means what?
screen    Where on the window does a point of the world lie?
shapes    What shapes do boxes make?
text      How are words drawn, crisp and cheap?
canvas    What can be drawn at all?
room      What does a room look like?
elements  What does each element look like?
player    What does the player look like, and what it plans?
effects   What flies about after something happened?
overlay   What did the collision code see?
hud       What do the numbers say?
page      What do the pages around the rooms look like?
verb      What does the verb look like?
widgets   What does a lesson look like?
"""
