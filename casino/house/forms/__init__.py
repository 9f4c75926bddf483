"""From a form of a register to its command."""
