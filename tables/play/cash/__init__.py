"""Cash and tips at the table, drop boxes, and chips advanced to players."""
