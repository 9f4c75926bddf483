"""The register of people under the command handler, and what stands beside it: secrets, one-time links, the list of
staff as CSV, and the rows of who signs in.

What is decided is in `tables.registers.people`. One way leads in: screens, API, CSV and the command line all send the
same commands to `PersonAggregate`.
"""
