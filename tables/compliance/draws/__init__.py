"""Random draws of the tables to inspect: committed beforehand, revealed on their day, repeated by anybody; and the
tables that an inspector asks for beside them."""
