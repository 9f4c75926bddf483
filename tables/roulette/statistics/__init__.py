"""What the numbers of a wheel say of it: pockets, sectors, order, the spinner's hand, and the pace of play.

Pure, on arrays of numpy: no Django, no clock, no chance. Each test says below how many spins it says nothing;
`corrections` accounts for looking at many things at once, `watching` for looking again and again. What each test can
and cannot say stands in docs/wheel-statistics.md. scipy loads slowly: import these modules where figures are made.
"""
