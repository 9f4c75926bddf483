"""Content of the reference pages: a module for each section."""
