"""What is on the window: a scene takes events and time, and draws.

registry  Which scenes are there, and how is each made?
scene     What does the program ask of a scene?
settings  What did the player choose?
verbs     What can be done in a scene in which a world runs, and by which key?
"""
