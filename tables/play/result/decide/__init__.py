"""The deciders of result."""

from tables.play import commands as c
from tables.play.pending import Deciders
from tables.play.result.decide.doubts import dismiss_doubt
from tables.play.result.decide.numbers import declare_number, miss_results, resolve_discrepancy
from tables.play.result.decide.witnesses import report_as_witness

DECIDERS: Deciders = {
    c.DeclareNumber: declare_number,
    c.ReportAsWitness: report_as_witness,
    c.ResolveDiscrepancy: resolve_discrepancy,
    c.DismissDoubt: dismiss_doubt,
    c.MissResults: miss_results,
}
