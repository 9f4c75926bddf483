"""Payments: lines paid in their order, payment discrepancies, and dues."""
