"""Exercises: functions of the tutorial that a learner writes anew.

cases     Can you write it yourself?
checking  Is what the learner wrote right?
drawing   What does a case of an exercise look like?
worker    What does a learner's function answer?
"""
