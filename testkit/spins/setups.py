"""The tables of the house."""

from msgspec.structs import replace

from testkit.spins.heads import PlainHead, Slingshot2Head
from testkit.spins.integrators import HttpFaults
from testkit.spins.setup import GatewayFaults, ReaderSetup, Setup
from testkit.spins.staff import Habits
from testkit.spins.wires import WireFaults

PADDED = {"terminator": "\r\n", "pattern": r"(?P<number>[ \d]\d)"}

BALL_TROUBLE = ("failed-launch", "launch-broken-off", "same-direction", "lost-ball", "ball-not-detected")
"""Launches that come to nothing, whatever the reader."""
OTHER_TROUBLE = (
    "repeated-number",
    "late-warnings",
    "misread-direction",
    "long-phase",
    "runaway-rotor",
    "power-cycle",
    "fault-code",
    "unheard-result",
)
OF_A_SLINGSHOT = ((None,) * 40) + BALL_TROUBLE + OTHER_TROUBLE
OF_ANY_WHEEL = ((None,) * 40) + BALL_TROUBLE + ("repeated-number",)
WIRE_OF_LINES = WireFaults(
    cut=0.01, half=0.0005, lost=0.0005, doubled=0.0005, again=0.0005, flipped=0.0005, reconnect=0.0006
)
WIRE_OF_NUMBERS = WireFaults(cut=0.05, half=0.03, lost=0.03, doubled=0.02, again=0.08, reconnect=0.0008)
GATEWAY = GatewayFaults(
    killed=0.0004,
    taken_over=0.0004,
    held_up=0.0004,
    cut_off=0.0003,
    wrong_clock=0.0002,
    again=0.001,
    cut_off_ahead=0.0002,
)
HTTP = HttpFaults(lost=0.02, tried_again=0.1, late=0.05, doubled=0.05, reused=0.03, wrong_time=0.05)
SLINGSHOT = ReaderSetup(protocol="slingshot2", wire=WIRE_OF_LINES, gateway=GATEWAY)
PLAIN = ReaderSetup(
    protocol="plain_result",
    options=PADDED,
    head=PlainHead,
    wire=WIRE_OF_NUMBERS,
    gateway=GATEWAY,
    spurious=0.0005,
)
POSTED = ReaderSetup(protocol="http", http=HTTP, spurious=0.0005)
ENTERS = Habits(enters_launch=0.9, closes_bets=0.97)

SETUPS = (
    Setup(name="slingshot2", habits=Habits(), wheel_faults=OF_A_SLINGSHOT, readers=(SLINGSHOT,)),
    Setup(
        name="slingshot2 without bare numbers, at its own pace",
        habits=Habits(),
        by_hand=False,
        wheel_faults=OF_A_SLINGSHOT,
        readers=(replace(SLINGSHOT, head=lambda chance: Slingshot2Head(bare=False)),),
    ),
    Setup(name="plain, launches entered", habits=ENTERS, wheel_faults=OF_ANY_WHEEL, readers=(PLAIN,)),
    Setup(
        name="plain without terminator, launches entered",
        habits=Habits(enters_launch=0.2, closes_bets=1.0),
        by_hand=False,
        wheel_faults=OF_ANY_WHEEL,
        readers=(
            replace(
                PLAIN,
                options={"length": 2},
                head=lambda chance: PlainHead(chance, b""),
                # Without a terminator a doubled byte moves the message: of `177` the first two count.
                wire=replace(WIRE_OF_NUMBERS, doubled=0),
            ),
        ),
    ),
    Setup(
        name="plain display, launches implied",
        habits=Habits(plays=False, patience_s=(6, 14)),
        by_hand=False,
        wheel_faults=OF_ANY_WHEEL,
        readers=(replace(PLAIN, launch="implied", spurious=0),),
    ),
    Setup(name="http with games", habits=Habits(), wheel_faults=OF_ANY_WHEEL, readers=(POSTED,)),
    Setup(
        name="http without games",
        habits=ENTERS,
        wheel_faults=OF_ANY_WHEEL,
        readers=(replace(POSTED, http=replace(HTTP, games=False, doubled=0)),),
    ),
    Setup(
        name="slingshot2, with a camera that misreads",
        habits=Habits(trusts_readers=True),
        wheel_faults=OF_A_SLINGSHOT,
        readers=(SLINGSHOT, replace(PLAIN, code="W-2", role="witness", misread=0.02)),
    ),
    Setup(
        name="plain that misreads, launches entered, with a slingshot2",
        habits=replace(ENTERS, trusts_readers=True),
        wheel_faults=OF_A_SLINGSHOT,
        readers=(replace(PLAIN, misread=0.02), replace(SLINGSHOT, code="W-2", role="witness")),
    ),
    Setup(
        name="slingshot2, with a second head that takes over",
        habits=Habits(trusts_readers=True),
        takes_over=True,
        by_hand=False,
        wheel_faults=OF_A_SLINGSHOT,
        readers=(SLINGSHOT, replace(SLINGSHOT, code="W-2", role="witness")),
    ),
    Setup(
        name="plain that misreads, launches entered, with an http witness",
        habits=replace(ENTERS, trusts_readers=True),
        wheel_faults=OF_ANY_WHEEL,
        readers=(replace(PLAIN, misread=0.02), replace(POSTED, code="W-2", role="witness")),
    ),
)

UNKNOWABLE = (
    Setup(
        name="a misread of a plain reader, without a witness",
        habits=ENTERS,
        unknowable=True,
        readers=(ReaderSetup(protocol="plain_result", options=PADDED, head=PlainHead, misread=0.1),),
    ),
    Setup(
        name="one flipped bit of a plain reader",
        habits=ENTERS,
        unknowable=True,
        readers=(
            ReaderSetup(
                protocol="plain_result", options=PADDED, head=PlainHead, wire=WireFaults(flipped=0.3)
            ),
        ),
    ),
    Setup(
        name="bytes lost in unpadded numbers",
        habits=ENTERS,
        unknowable=True,
        readers=(
            ReaderSetup(
                protocol="plain_result",
                options={"terminator": "\r\n"},
                head=lambda chance: PlainHead(chance, padded=False),
                wire=WireFaults(lost=0.3),
            ),
        ),
    ),
    Setup(
        name="bytes doubled without a terminator",
        habits=ENTERS,
        unknowable=True,
        readers=(
            ReaderSetup(
                protocol="plain_result",
                options={"length": 2},
                head=lambda chance: PlainHead(chance, b""),
                wire=WireFaults(doubled=0.3),
            ),
        ),
    ),
    Setup(
        name="a number of no spin while the ball runs",
        habits=ENTERS,
        unknowable=True,
        readers=(ReaderSetup(protocol="plain_result", options=PADDED, head=PlainHead, spurious=0.002),),
    ),
    Setup(
        name="a late spool of a gateway whose clock was ahead",
        habits=ENTERS,
        unknowable=True,
        readers=(
            ReaderSetup(
                protocol="plain_result",
                options=PADDED,
                head=PlainHead,
                gateway=GatewayFaults(set_right_late=0.001),
            ),
        ),
    ),
)
"""Faults that no rule can know, each by itself."""
