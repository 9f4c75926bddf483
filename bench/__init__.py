"""The figures of `make bench`: how fast each part is, beside something that is measured in the same minute."""
