"""Trial of a mutant: a forked child installs it in place of the function and runs tests until one fails.

The fork avoids the start of an interpreter, so that a trial costs no more than its tests. The code of the function
object is replaced, so that modules that imported it have the mutant too. Every memo (`lru_cache`) is cleared first.
Time limits are in processor time, so that a busy machine causes no failures.
"""

from __future__ import annotations

import gc
import os
import resource
import signal
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import CodeType, FunctionType
from typing import Final, NoReturn, Protocol

from tests.mutants.making import Mutant

MIN_TIMEOUT_SECONDS: Final = 2.0
TIMEOUT_FACTOR: Final = 10
"""Limits of a test, in seconds and as a factor of its usual time; beyond both, the mutant counts as killed."""
MAX_MEMORY_BYTES: Final = 4 << 30

Functions = dict[tuple[str, str, int], list[FunctionType]]  # by file, qualified name and first line


class Test(Protocol):
    """A test: name, duration and result."""

    name: str
    seconds: float

    def passes(self) -> bool: ...


@dataclass(frozen=True, slots=True)
class Verdict:
    """Verdict on a mutant: the test that killed it, or ""; and the number of tests run."""

    mutant: Mutant
    killer: str
    tests: int


def functions_in(folders: Sequence[Path]) -> Functions:
    """The live functions defined in the files of some folders."""
    found: Functions = {}
    roots = tuple(f"{folder.resolve()}{os.sep}" for folder in folders)
    for each in gc.get_objects():
        if isinstance(each, FunctionType) and each.__code__.co_filename.startswith(roots):
            found.setdefault(_key(each.__code__), []).append(each)
    return found


def _key(code: CodeType) -> tuple[str, str, int]:
    return code.co_filename, code.co_qualname, code.co_firstlineno


def try_all(
    work: Iterator[tuple[Mutant, Sequence[Test]]], functions: Functions, jobs: int, report: Callable[[Verdict], None]
) -> None:
    """Try each mutant on its tests, `jobs` at a time; `report` receives the verdicts."""
    running: dict[int, tuple[Mutant, Sequence[Test], int]] = {}
    gc.collect()
    gc.freeze()  # keeps memory shared with the children
    for mutant, tests in work:
        if len(running) == jobs:
            report(_await_child(running))
        reading, writing = os.pipe()
        child = os.fork()
        if not child:
            os.close(reading)
            _run_child(mutant, tests, functions, writing)
        os.close(writing)
        running[child] = mutant, tests, reading
    while running:
        report(_await_child(running))
    gc.unfreeze()


def _await_child(running: dict[int, tuple[Mutant, Sequence[Test], int]]) -> Verdict:
    """Wait for one child. It writes a byte for each test started; a crash counts as a kill."""
    child, status = os.waitpid(-1, 0)
    while child not in running:
        child, status = os.waitpid(-1, 0)
    mutant, tests, reading = running.pop(child)
    with os.fdopen(reading, "rb") as pipe:
        begun = len(pipe.read())
    survived = status == 0
    return Verdict(mutant, "" if survived else tests[max(0, begun - 1)].name, begun)


def _run_child(mutant: Mutant, tests: Sequence[Test], functions: Functions, writing: int) -> NoReturn:
    status = 1
    try:
        _silence_output()
        resource.setrlimit(resource.RLIMIT_AS, (MAX_MEMORY_BYTES, MAX_MEMORY_BYTES))
        signal.signal(signal.SIGPROF, lambda *_: os._exit(1))
        install(mutant, functions)
        clear_memos()
        status = 0
        for test in tests:
            os.write(writing, b".")
            signal.setitimer(signal.ITIMER_PROF, max(MIN_TIMEOUT_SECONDS, TIMEOUT_FACTOR * test.seconds))
            if not test.passes():
                status = 1
                break
    except BaseException:
        status = 1
    finally:
        os._exit(status)


def _silence_output() -> None:
    nowhere = os.open(os.devnull, os.O_RDWR)
    for stream in range(3):
        os.dup2(nowhere, stream)


def install(mutant: Mutant, functions: Functions) -> None:
    """Give the live function the mutant's code."""
    path = str(mutant.module.path)
    for code in _codes(compile(mutant.compile_module(), path, "exec", dont_inherit=True)):
        if code.co_qualname == mutant.function:
            for function in functions.get(_key(code), ()):
                function.__code__ = code


def _codes(code: CodeType) -> Iterator[CodeType]:
    """The code objects of a module's functions and classes."""
    for each in code.co_consts:
        if isinstance(each, CodeType):
            yield each
            yield from _codes(each)


def clear_memos() -> None:
    """Clear all caches except those of the titles' data, which mutants do not affect."""
    for name, module in list(sys.modules.items()):
        if name.startswith(("tetsudo.", "tests.")) and not name.startswith("tetsudo.titles."):
            for each in list(vars(module).values()):
                clear = getattr(each, "cache_clear", None)
                if clear is not None:
                    clear()
