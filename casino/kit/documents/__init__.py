"""What the house prints and keeps as a file: a paper as data, and the PDF that is made of it."""
