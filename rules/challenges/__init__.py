"""Challenges [Wyzwania]: undertakings of many tests, as state machines that are pure functions.

Independent of the rule systems: results of tests come in as numbers. Read in this order: spec.py (what a challenge
is), state.py (where it stands and which moves there are), play.py (start, record, replay), one file for each kind,
and RULES.md, which tells where each rule stands and what proves it. forecast.py tells the chances beforehand.
"""
