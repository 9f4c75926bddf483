"""Statistics of a wheel's numbers: pockets, sectors, order, the dealer's hand, and the pace of play.

Pure, on arrays of numpy: no Django, no clock, no chance. Each test has a least number of spins, below which it gives no
answer. `corrections` accounts for looking at many things at once, `watching` for looking again and again.
docs/wheel-statistics.md describes the power and the limits of each test. scipy loads slowly: import these modules only
in code that computes figures.
"""
