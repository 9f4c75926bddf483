"""Payments: lines paid in their order, payment discrepancies, what is still due."""
