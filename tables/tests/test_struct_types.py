"""Threads that meet a type for the first time in the same moment do not end the process."""

import subprocess
import sys

A_TYPE = """
class A{place}(msgspec.Struct):
    number: int | None = None
    next: A{next} | None = None
    words: list[str] = []
"""
TYPES = "".join(
    (
        "from __future__ import annotations\nimport msgspec\n",
        *(A_TYPE.format(place=place, next=place + 1) for place in range(16)),
        "class A16(msgspec.Struct):\n    number: int = 1\n",
    )
)
AT_ONCE = """
import sys, threading, types
import msgspec
from tables.struct_types import prepare_struct_types
sys.setswitchinterval(1e-6)
for turn in range(40):
    module = sys.modules[f"types_{turn}"] = types.ModuleType(f"types_{turn}")
    exec(sys.argv[1], module.__dict__)
    prepare_struct_types()
    begin = threading.Barrier(8)
    def decode():
        begin.wait()
        msgspec.convert({"number": 1, "next": {"words": ["a"], "next": {}}}, module.A0)
    threads = [threading.Thread(target=decode) for _ in range(8)]
    for thread in threads: thread.start()
    for thread in threads: thread.join()
    print("decoded")
"""
"""Without the preparation it ends by SIGSEGV in one of the first turns."""


def test_threads_that_begin_at_once_find_every_type_prepared() -> None:
    done = subprocess.run(
        [sys.executable, "-c", AT_ONCE, TYPES], check=False, capture_output=True, text=True, timeout=60
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.split() == ["decoded"] * 40
