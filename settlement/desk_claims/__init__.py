"""Claims of players about sales and redemptions of chips at the cash desk (it-campione/21)."""
