"""The tutorial as a page.

site    What is written into the folder of the page?
page    What does a figure of the page show, and what is the result of an exercise?
canvas  What does a figure look like in a browser?

page and what it imports also run in the reader's browser. There page.js puts the
figures in the places of their pictures, python.js starts Python, and worker.js runs a
learner's function, which reaches nothing but its answer.
"""
