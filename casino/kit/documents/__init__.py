"""What the casino prints and keeps as a file: a document as data, and the PDF that is made of it."""
