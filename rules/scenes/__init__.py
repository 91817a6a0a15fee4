"""What lies between tests: scenes, Reactions, rests, and what a result brings about.

protocol.SceneRules is what a game says of them; values.py is what it says it in, neutral.py what a silent game says.
"""
