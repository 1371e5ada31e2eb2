"""Lessons, exercises and the study of a run, without a picture.

comparison  Where do methods lead to different results?
dials       What is a row of the lab's panel set to, and what else may it be?
explain     Why do two boxes hit or miss?
figures     What do the figures of several lessons draw?
grasp       Where can the bodies of a lab be grasped?
history     What was the world like a while ago?
lesson      What is a lesson?
listing     What does the shipped code say, line by line?
pair        Which sweep describes two bodies of a run at an instant?
proof       What would a test at each tick's end have made of a dash?
prose       What does the Markdown file of a lesson say?
rooms       With which two boxes of a room does its lesson begin?
values      Which numbers did the shipped sweep compute, and where?
"""
