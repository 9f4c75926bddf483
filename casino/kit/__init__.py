"""What all faces share: forms, money, signing, clauses, the cloth and how seats, slips and limits are shown.

The kit knows no face. A face imports the kit and never another face's forms or presenters.
"""
