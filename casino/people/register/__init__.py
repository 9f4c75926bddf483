"""The register of people under the command handler, with secrets, one-time links, the list of staff as CSV, and the
rows of sign-ins.

The decisions are in `tables.registers.people`. Screens, API, CSV and the command line all send the same commands to
`PersonAggregate`.
"""
