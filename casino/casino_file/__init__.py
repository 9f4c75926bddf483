"""A casino as one TOML file: the registers, the series of chips, wheels and balls, and people without their secrets.

`exporting.py` writes it, `loading.py` brings a casino in step with it, `places.py` finds the line of a mistake.
`manage.py house` is the command. The registers themselves judge the content of the file; nothing is judged here.
"""
