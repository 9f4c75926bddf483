"""The deciders of result."""

from tables.play import commands as c
from tables.play.pending import Deciders
from tables.play.result.decide.doubts import dismiss_doubt
from tables.play.result.decide.numbers import declare_number, miss_results, resolve_discrepancy

DECIDERS: Deciders = {
    c.DeclareNumber: declare_number,
    c.ResolveDiscrepancy: resolve_discrepancy,
    c.DismissDoubt: dismiss_doubt,
    c.MissResults: miss_results,
}
