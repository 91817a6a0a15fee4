"""What the product costs, beside a floor measured in the same run. `python -m bench --help`

Nothing here is a test: a busy machine makes every number worse, the product's and the floor's alike, so ratios are
what is read. The budgets stand in each part; RESULTS.md holds the last run that was kept.
"""
