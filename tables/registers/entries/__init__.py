"""Registers of a casino, pure: itself, pits, tables, readers, signs, notices, clients of its API and their webhooks.

Each *kind* is a struct of typed fields (`kinds/`). Each of its entries has a stream of its own,
`register/<kind>/<code>`: registered, changed (before and after of the changed fields), withdrawn, secret issued.
Nothing is deleted. Wheels, balls and series of chips have streams of their own, outside of this package.

Screens, API and the casino's file use these functions of `tables.handling.registers`:

    KINDS                                       the kinds by name, in the order in which they are registered
    entries(casino_id, kind, withdrawn=True)    -> [Entry(kind, code, version, values, withdrawn, since, changed_at,
                                                   fingerprint, secret_at, in_use)], those in use first
    entry(casino_id, kind, code)                -> Entry, or raises UnknownEntry
    history(casino_id, kind, code)              -> [Step(version, type, at, by, signed, before, after, reason)], newest
                                                   first
    declare(casino_id, kind, code, values, by=, now=, signatures=, seen=, idempotency_key=)
                                                -> Done(entry, events, takes_force, changed); registers, changes, brings
                                                   back, or changes nothing. `takes_force` is `now` or `next-day`
    withdraw(casino_id, kind, code, by=, now=, reason=, signatures=, seen=, idempotency_key=) -> Done
    issue_secret(casino_id, kind, code, by=, now=, signatures=) -> Done, whose `secret` is shown once
    faults_of(casino_id, kind, code, values)    -> [Fault(field, refused)]: all faults; nothing is stored
    fields_of(kind)                             -> (Field(name, shape, required, default, nullable, unit, choices,
                                                   choices_from, least, most, columns), ...) for one generic form
    choices_for(casino_id, field)               -> the possible values of a field; () if it is free

`declare` and `withdraw` raise `EntryRefused`, a `Refused` with `faults` (all of them) and `field` (of the first). The
sentences for its codes are in `casino/kit/sentences/topics/register_entries.py`. `casino/kit/register_words.py` has the
name and the meaning of each field: `label(kind, field)`, `help_text(kind, field)`, `kind_name(kind)`.
"""
