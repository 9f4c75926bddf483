"""What all commands share: a body made from the command's type, and the view that has it handled."""
