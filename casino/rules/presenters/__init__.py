"""What the reference pages show: a module for each section."""
