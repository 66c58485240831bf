"""Which of curio's own tests are put to ours, in which group, and why the others are not."""
from __future__ import annotations

import ast
from collections.abc import Iterator
from fnmatch import fnmatchcase
from typing import NamedTuple

ASKED: dict[str, dict[str, str]] = {
    "tasks": {
        "test_kernel": "test_*",
        "test_task": "test_cancel_*",
    },
    "waits": {
        "test_sync": "TestEvent.*",
        "test_io": "test_double_recv test_io_waiting test_io_unregister",
    },
    "queues": {
        "test_queue": "test_queue_* test_priority_queue test_lifo_queue",
        "test_sync": "TestLock.* TestRLock.* TestSemaphore.* TestCondition.* TestResult.*",
    },
    "groups": {
        "test_task": "test_task_group test_task_group_* test_taskgroup_misc test_task_any_* test_task_wait_none "
        "test_task_join_daemon test_errors test_self_cancellation test_late_join",
    },
    "masks": {
        "test_task": "test_defer_cancellation test_explicit_raise_* test_disable_* test_set_cancellation",
    },
    "streams": {
        "test_io": "test_filestream_bad_blocking test_socketstream_bad_blocking test_read* test_write* test_iterline "
        "test_stream_bad_*",
    },
    "sockets": {
        "test_socket": "test_tcp_* test_udp_* test_fromfd_* test_accept_* test_recv* test_buffer_* test_read_* "
        "test_create_connection",
    },
}
"""The groups: names of curio's tests, by file.

"tasks" is spawn, join, sleep, clock, cancel and timeouts. The first two groups are 52 tests, "queues" are 27, "groups"
are 23; the others are about things built on them: cancellation that is put off, streams, and all of a socket.
"""
FROM_THREAD = "speaks with a thread, and a thread is nothing that our kernel has"
NOT_ASKED: dict[str, dict[str, str]] = {
    "test_task": {
        "test_contextvars": "asks for another class of tasks, ContextTask",
        "test_task_diag test_diag": "reads the stacks of tasks, for curio's monitor",
    },
    "test_sync": {
        "TestUniversalEvent.* TestUniversalResult.*": FROM_THREAD,
        "test_repr": "asks, beside those that we have, for the repr of what is for threads",
    },
    "test_queue": {"test_univ_queue_* test_uqueue_*": FROM_THREAD},
    "test_io": {
        "test_socket_blocking test_*stream_blocking": FROM_THREAD,
        "test_sendall_cancel": "curio itself skips it, as it does not always pass",
    },
    "test_socket": {
        "test_create_bad_connection": "asks the name of a computer out there",
        "test_socket_funcs": "curio itself skips it, as it does not always pass",
    },
}
"""Tests of the same files that are not put to ours, and why."""
OTHER_FILES = {
    "test_activation": "what tools can watch of curio's kernel",
    "test_asyncgen": "how curio finalizes asynchronous generators",
    "test_channel": "messages between processes",
    "test_file": "files, which curio reads in threads",
    "test_meta": "functions that are called differently by coroutines and by threads",
    "test_network": "servers with TLS, and by name",
    "test_subprocess": "processes",
    "test_thread": "threads",
    "test_timequeue": "a class inside curio's kernel",
    "test_workers": "threads and processes",
}
"""Files of curio's tests that are left out, and their subjects."""


class Theirs(NamedTuple):
    """One of curio's tests: its file, its name, and its text."""

    file: str
    name: str
    text: str


def theirs(file: str, source: str) -> Iterator[Theirs]:
    """Find the tests in a file of curio's; one in a class is called "Class.test"."""
    lines = source.splitlines()
    for node in ast.parse(source).body:
        inside = node.body if isinstance(node, ast.ClassDef) else [node]
        prefix = f"{node.name}." if isinstance(node, ast.ClassDef) else ""
        for function in inside:
            if isinstance(function, ast.FunctionDef) and function.name.startswith("test_"):
                yield Theirs(file, prefix + function.name, "\n".join(lines[function.lineno - 1 : function.end_lineno]))


def matches(name: str, patterns: str) -> bool:
    """Does one of these patterns, between spaces, name the test?"""
    return any(fnmatchcase(name, pattern) for pattern in patterns.split())


def asked(group: str, tests: list[Theirs]) -> list[Theirs]:
    """Return the tests of a group, in the order of curio's files."""
    return [test for test in tests if test.file in ASKED[group] and matches(test.name, ASKED[group][test.file])]


def excused(test: Theirs) -> list[str]:
    """Return the reasons for which a test is not asked."""
    return [why for patterns, why in NOT_ASKED.get(test.file, {}).items() if matches(test.name, patterns)]


def complaints(tests: list[Theirs]) -> list[str]:
    """Say which tests are nowhere above or at two places, and which names above have no test."""
    found = [f"there is no {file}.py" for file in OTHER_FILES if all(test.file != file for test in tests)]
    places = [(file, names) for files in ASKED.values() for file, names in files.items()]
    places += [(file, names) for file, reasons in NOT_ASKED.items() for names in reasons]
    for file, names in places:
        found += [
            f"{file}: there is no {name}"
            for name in names.split()
            if not any(test.file == file and matches(test.name, name) for test in tests)
        ]
    for test in tests:
        groups = [group for group in ASKED if test in asked(group, [test])]
        times = len(groups) + len(excused(test)) + (test.file in OTHER_FILES)
        if times != 1:
            found.append(f"{test.file}.{test.name} is named {times} times")
    return found
