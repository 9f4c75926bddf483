"""Signing in beyond the password: second factors, the lock of an idle session, the age of a password, another proof.

What a person's own sign-in is made of. Who is registered here, and with which role, is the register of people's
(`casino/people`). Second factors are those of django-allauth (models, ceremonies of passkeys, recovery codes, the login
that waits for its second step); the limits of attempts, the pages and the record are ours.
"""
