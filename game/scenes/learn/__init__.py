"""Scenes in which a person learns: the list of lessons, a lesson, its exercise.

exercise  Is what you wrote right, and if not, in which case?
lesson    How is a lesson learnt?
lessons   Which lesson, and what was done of it already?
live      How does a figure live?
"""
