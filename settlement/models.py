"""Models that settlement derives from the record; Django looks for models here. Each kind has its own file.

All rows can be deleted and derived again. Money is in minor units of the day's currency.
"""

from settlement.bank_models import BankEntry, ChipStock
from settlement.box_models import Box, BoxStep
from settlement.kept_models import DayChanges, KeptDay
from settlement.ledger_models import LedgerEntry
from settlement.sheet_models import GamingDay, PayoutSheet
from settlement.slip_models import Slip, SlipStep

__all__ = [
    "BankEntry",
    "Box",
    "BoxStep",
    "ChipStock",
    "DayChanges",
    "GamingDay",
    "KeptDay",
    "LedgerEntry",
    "PayoutSheet",
    "Slip",
    "SlipStep",
]
