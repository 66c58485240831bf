"""Start a server on the loop that the command line names."""
import asyncio
import importlib

from ghetto_asyncio.descriptors.listening import command_line, opened
from ghetto_asyncio.mainloop.coroutines import Loop


def on_ours(serve, listener, new_loop=Loop):
    """Serve on a main loop."""
    loop = new_loop()
    loop.create_task(serve(loop, listener))
    loop.run()


def on_theirs(serve, listener, new_loop):
    """Serve on a loop of asyncio's kind, until the talks have ended."""
    async def main():
        """Serve, and then wait for the talks that go on."""
        await serve(asyncio.get_running_loop(), listener)
        if talks := asyncio.all_tasks() - {asyncio.current_task()}:
            await asyncio.wait(talks)

    with asyncio.Runner(loop_factory=new_loop) as runner:
        runner.run(main())


def start(serve, on_ours=on_ours):
    """Read the command line, and serve as it says."""
    parser = command_line("Talks to whoever connects.")
    loops = ["ours", "asyncio", "uvloop"]
    parser.add_argument("--loop", choices=loops, default="ours")
    with opened(parser) as chosen:
        if chosen.loop == "ours":
            on_ours(serve, chosen.listener)
        else:
            try:
                library = importlib.import_module(chosen.loop)
            except ImportError:
                parser.error(f"{chosen.loop} is not installed")
            on_theirs(serve, chosen.listener, library.new_event_loop)
