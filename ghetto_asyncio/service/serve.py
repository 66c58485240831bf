"""Serve the conversation with FastAPI, on the loop that is named."""
import asyncio
from importlib import import_module

from ghetto_asyncio.descriptors.listening import command_line, opened

LOOPS = {
    "ours": ("ghetto_asyncio.service.loop", "Loop"),
    "asyncio": ("asyncio", "new_event_loop"),
    "uvloop": ("uvloop", "new_event_loop"),
}


def load(parser, name):
    """Return a module; if a package is missing, say what to do."""
    try:
        return import_module(name)
    except ModuleNotFoundError as error:
        parser.error(f"{error.name} is not installed: "
                     "pip install -r requirements/service.txt")


def main():
    """Read the command line, and serve until a signal comes."""
    parser = command_line(__doc__)
    parser.add_argument("--loop", choices=LOOPS, default="ours")
    with opened(parser) as chosen:
        module, name = LOOPS[chosen.loop]
        new_loop = getattr(load(parser, module), name)
        app = load(parser, "ghetto_asyncio.service.app").app
        uvicorn = load(parser, "uvicorn")
        config = uvicorn.Config(app, log_level="warning")
        with asyncio.Runner(loop_factory=new_loop) as runner:
            runner.run(uvicorn.Server(config).serve([chosen.listener]))


if __name__ == "__main__":
    main()
