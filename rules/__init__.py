"""The rules of the games: pure functions of their arguments.

Nothing here knows Django, the database, a clock or a source of randomness: dice come in already thrown,
a frozen result with every die and every reason goes out. Try it with `python -m rules`.
"""
