"""The pictures: everything here draws the values that it receives and changes nothing.

palette        Which colour means what?
screen         Where on the window does a point of the world lie?
shapes         Which corners and outlines do boxes have, at rest and swept?
text           How is text drawn, sharp and quickly?
canvas         Which primitives is everything drawn with?
room           What does a room look like?
elements       What does each element look like?
player         What do the player, its ghosts and the preview of its dash look like?
effects        Which effects follow an event?
overlay        What did the collision code see?
hud            Which numbers and cards are written over a room?
page           What do the pages around the rooms look like?
widgets        What do buttons, sliders, paragraphs and panes of code look like?
figure_canvas  What does the figure of a lesson look like?
"""
