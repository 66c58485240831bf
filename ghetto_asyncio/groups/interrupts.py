"""A block that is interrupted when one of its children has failed."""
from asyncio import current_task

from ghetto_asyncio.groups import stops


class TaskGroup(stops.TaskGroup):
    """Has children; if one fails, block and children are cancelled."""

    asked = False

    async def __aenter__(self):
        self.owner = current_task()
        return await super().__aenter__()

    def one_ended(self, child):
        """Take a child off; if it has failed, stop the rest and the owner."""
        before = self.stopped
        super().one_ended(child)
        if self.errors and not before:
            self.asked = self.owner.cancel()

    async def __aexit__(self, kind, error, trace):
        try:
            await super().__aexit__(kind, error, trace)
        finally:
            if self.asked:
                self.owner.uncancel()
