"""What the numbers of a wheel say about it: pockets, sectors, order, the spinner's hand, and the pace of play.

Pure, on arrays of numpy: no Django, no clock, no chance. Each test states the number of spins below which it gives
no answer; `corrections` accounts for looking at many things at once, `watching` for looking again and again.
docs/wheel-statistics.md describes the power and the limits of each test. scipy loads slowly: import these modules
only in code that computes figures.
"""
