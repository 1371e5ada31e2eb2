"""Lessons, exercises and the study of a run, without a picture.

candidates  Which pairs does a tick test, and what rejects the others?
comparison  Where do methods lead to different results?
dials       How are the bodies of a lab changed?
explain     Why do two boxes hit or miss?
figures     What do the figures of several lessons draw?
history     What was the world like a while ago?
lesson      What is a lesson?
listing     What does the shipped code say, line by line?
pair        Which sweep describes two bodies of a run at an instant?
proof       What would a test at each tick's end have made of a dash?
prose       What does the Markdown file of a lesson say?
rooms       With which two boxes of a room does its lesson begin?
values      Which numbers did the listed code compute, and where?
"""
