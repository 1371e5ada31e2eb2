"""The tutorial as a page.

site    What is written into the folder of the page?
play    How does the smallest game get into the page?
page    What does a figure of the page show, and what is the result of an exercise?
canvas  What does a figure look like in a browser?

play, page and what they import also run in the reader's browser. There play.js shows
the smallest game, page.js puts the figures in the places of their pictures, python.js
starts Python, and worker.js runs a learner's function, which reaches nothing but its
answer.
"""
