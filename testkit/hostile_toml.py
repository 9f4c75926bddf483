"""TOML files that cost an unguarded reader its memory, its stack or its time."""

from collections.abc import Mapping

DEEP = 20_000
MIB = 1 << 20

HOSTILE: Mapping[str, bytes] = {
    "nested-arrays": b"x = " + b"[" * DEEP + b"]" * DEEP,
    "nested-tables": b"x = " + b"{a = " * DEEP + b"1" + b"}" * DEEP,
    "integer-of-5000-digits": b"x = " + b"9" * 5_000,
    "integer-with-underscores": b"x = 1" + b"_1" * 5_000,
    "hexadecimal-of-5000-digits": b"x = 0x" + b"f" * 5_000,
    "float-of-5000-digits": b"x = 1." + b"1" * 5_000,
    "dotted-key": b".".join([b"a"] * DEEP) + b" = 1",
    "dotted-key-in-quotes": b" . ".join([b'"a"'] * DEEP) + b" = 1",
    "dotted-header": b"[" + b".".join([b"a"] * DEEP) + b"]",
    "dotted-key-within": b"x = { " + b".".join([b"a"] * DEEP) + b" = 1 }",
    "many-dotted-headers": b"".join(b"[a%d.b.c.d.e.f.g.h.i.j.k.l]\n" % n for n in range(30_000))[:MIB],
    "many-tables": b"".join(b"[[x]]\n" for _ in range(MIB // 6)),
    "many-keys": b"".join(b"key_%d = 1\n" % n for n in range(1_200_000)),
    "behind-a-string-of-five-quotes": b'x = """a"""""\ny = ' + b"[" * DEEP,
    "behind-a-string-of-four-quotes": b"x = '''a''''\ny = " + b"[" * DEEP,
    "behind-an-escaped-quote": b'x = "\\"#"\ny = ' + b"[" * DEEP,
    "behind-a-comment": b'# """ \'\ny = ' + b"[" * DEEP,
    "behind-a-key-in-quotes": b'"#" = 1\ny = ' + b"[" * DEEP,
}
"""Hostile files by name. A reader must refuse each, for a bound or as broken."""
