"""Books of a table: opening, closing, emergency close, and the handover from one day to the next."""
