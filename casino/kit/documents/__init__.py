"""Printed and kept documents of the casino: a document as data, and the PDF made from the document."""
