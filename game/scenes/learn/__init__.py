"""Scenes for learning: the list of lessons, a lesson, its exercise.

answers   What did the learner answer to the questions of a lesson?
code      How are lines of code shown beside a figure?
column    What does a lesson say beside its figure?
exercise  Which cases does the learner's function pass?
keys      Which keys, and which buttons of a pad, operate a lesson?
lesson    How does a learner work through a lesson?
lessons   Which lessons are there, and which are done?
live      How does the figure of a lesson respond to time, pointer and keys?
"""
