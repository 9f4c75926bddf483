"""Exchange of inspectors and casino about a gaming day: findings, questions, answers, and the signatures of its
report.
"""
