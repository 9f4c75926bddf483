"""Tables, their days, coups and ledgers, commands to them, the register of equipment, and wheel readers."""
