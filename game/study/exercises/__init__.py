"""Exercises: functions of the tutorial that a learner writes.

cases    Which functions does a learner write, and in which cases are they tested?
drawing  What does a case of an exercise look like?
runner   How is a learner's file run?
verdict  In which cases is a learner's function right?
"""
