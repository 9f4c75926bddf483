"""What inspectors and the casino say to each other of a gaming day: findings, questions, answers, and who has signed
its report."""
