"""The picture: draws what it is given and changes nothing.

palette   Which colour means what?
screen    Where on the window does a point of the world lie?
text      How are words drawn, crisp and cheap?
canvas    What can be drawn at all? Six primitives.
room      What does a room look like?
overlay   What did the collision code see?
effects   What flies about after something happened?
hud       What do the numbers say?
figure    What does a lesson look like?
"""
