"""Shared parts of all faces: forms, money, signing, clauses, the cloth, seats, slips and limits.

The kit imports no face. A face imports the kit and never another face's forms or presenters.
"""
