"""Presenters of the numbers: the permanence, a wheel and its drawing."""
