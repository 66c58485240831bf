"""Random trees of tasks: when a block is left, nobody who was begun in it lives, no error is lost, and none is late."""
from __future__ import annotations

# mypy: allow-untyped-calls
from asyncio import CancelledError
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ghetto_asyncio.kernel.traps import spawn
from ghetto_asyncio.together import block
from ghetto_asyncio.together.two_groups import Ours, Theirs

pytestmark = pytest.mark.usefixtures("lean_asyncio")


class Odd(BaseException):
    """An error that is no Exception, such as that of `pytest.fail()`."""


ERRORS = {"block": ValueError, "tidy": ValueError, "odd": Odd, "odd tidy": Odd}
ANY = Exception, CancelledError, Odd, BaseExceptionGroup


@dataclass(eq=False)
class Node:
    """A task and its children: how long it takes before and after they are begun, and what it does then."""

    before: float
    after: float
    tidy: float
    fails: str
    limit: float
    cancels: bool
    stubborn: bool
    children: list[Node] = field(default_factory=list)

    def below(self) -> Iterator[Node]:
        """Yield all descendants."""
        for child in self.children:
            yield child
            yield from child.below()


SECONDS = st.integers(0, 9)
LEAVES = st.builds(
    Node, SECONDS, SECONDS, SECONDS, st.sampled_from(["", "", "", "", *ERRORS]),
    st.sampled_from([3, 7, 10**6, 10**6]), st.booleans(), st.booleans(),
)


def with_children(node: Node, children: list[Node]) -> Node:
    """Return the node with children."""
    node.children = children
    return node


TREES = st.recursive(LEAVES, lambda nodes: st.builds(with_children, LEAVES, st.lists(nodes, min_size=1, max_size=3)))


class Story:
    """Runs a tree in a world, and writes down what must not be."""

    def __init__(self, world: Any) -> None:
        self.world = world
        self.alive: set[Node] = set()
        self.left: list[Node] = []
        self.raised: list[BaseException] = []
        self.ended: dict[Node, tuple[float, bool]] = {}
        self.late: list[Node] = []

    async def live(self, node: Node) -> None:
        """Be a task of the tree."""
        self.alive.add(node)
        failed = True
        try:
            try:
                await self.sleep(node.before, node)
                await self.block(node)
            except ANY as error:
                await self.tidy(node, list(leaves(error)))
                raise
            else:
                await self.tidy(node, [])
            failed = False
        except CancelledError:
            failed = False
            raise
        finally:
            self.alive.discard(node)
            self.ended[node] = await self.world.clock(), failed

    async def tidy(self, node: Node, errors: list[BaseException]) -> None:
        """Tidy up; if that is interrupted or fails, the errors before it are hidden by the language, and not by us."""
        try:
            await self.world.sleep(node.tidy)
            if node.fails.endswith("tidy"):
                raise self.keep(ERRORS[node.fails]("tidy"))
        except (ValueError, CancelledError, Odd):
            self.raised = [error for error in self.raised if error not in errors]
            raise

    async def block(self, node: Node) -> None:
        """Have children, for so long at most; see that they have ended."""
        try:
            async with self.world.timeout(node.limit), self.world.Group() as group:
                tasks = [await group.spawn(self.live(child)) for child in node.children]
                await self.world.sleep(node.after)
                if node.cancels and tasks:
                    await self.world.cancel(tasks[-1])
                if node.fails in ("block", "odd") and node.children:
                    raise self.keep(ERRORS[node.fails]("block"))
        except TimeoutError as error:
            self.keep(error)
            raise
        finally:
            self.left += [child for child in node.below() if child in self.alive]
            ends = [self.ended[child] for child in node.children if child in self.ended]
            if any(failed for _when, failed in ends) and await self.world.clock() > max(ends)[0]:
                self.late.append(node)

    async def sleep(self, seconds: float, node: Node) -> None:
        """Sleep; who is stubborn sleeps on."""
        try:
            await self.world.sleep(seconds)
        except CancelledError:
            if not node.stubborn:
                raise
            await self.world.sleep(seconds)

    def keep(self, error: BaseException) -> BaseException:
        """An error is raised, and has to come out."""
        self.raised.append(error)
        return error

    async def told(self, tree: Node) -> list[BaseException]:
        """Live; return the errors that come out."""
        try:
            await self.live(tree)
        except ANY as error:
            return list(leaves(error))
        return []

    def run(self, tree: Node) -> list[BaseException]:
        """Run it; return the errors that came out."""
        out: list[BaseException] = self.world.run(self.told(tree))
        return out


def leaves(error: BaseException) -> Iterator[BaseException]:
    """Yield the errors in a group, also of groups in it."""
    if isinstance(error, BaseExceptionGroup):
        for inside in error.exceptions:
            yield from leaves(inside)
    else:
        yield error


class Block:
    """A block that joins its children, one after the other."""

    async def __aenter__(self) -> Any:
        self.children: list[Any] = []
        return self

    async def spawn(self, coro: Any, name: str | None = None) -> Any:
        """Have a coroutine run as a child; return its task."""
        self.children.append(await spawn(coro, name))
        return self.children[-1]

    async def __aexit__(self, *_args: object) -> None:
        for child in self.children:
            await child.join()


class Joining(Ours):
    """The kernel, with the block that joins."""

    Group = Block  # type: ignore[assignment]


class Short(Ours):
    """The kernel, with the nursery that is shown first."""

    Group = block.Nursery  # type: ignore[assignment]


@pytest.mark.parametrize("world", [pytest.param(Ours(), id="whole"), pytest.param(Short(), id="short")])
@settings(max_examples=100)
@given(tree=TREES)
def test_nobody_lives_when_a_block_of_ours_is_left_and_no_error_is_lost(world: Any, tree: Node) -> None:
    story = Story(world)
    out = story.run(tree)
    assert story.left == []
    assert not story.alive
    assert not story.late
    assert {id(error) for error in out} == {id(error) for error in story.raised}


@settings(max_examples=100)
@given(TREES)
def test_nobody_lives_when_a_block_of_asyncios_is_left(tree: Node) -> None:
    story = Story(Theirs())
    story.run(tree)
    assert story.left == []
    assert not story.alive


def test_the_block_that_joins_leaves_orphans(capsys: pytest.CaptureFixture[str]) -> None:
    """The tests above can fail."""
    child = Node(0, 0, 0, "tidy", 10**6, False, False)
    slow = Node(9, 0, 0, "", 10**6, False, False)
    story = Story(Joining())
    story.run(Node(0, 0, 0, "", 10**6, False, False, [child, slow]))
    assert story.left == [slow]
