"""Nothing happens for an hour. How many times does the loop go round?"""
import asyncio


async def main(seconds=3600):
    loop, rounds = asyncio.get_running_loop(), []
    go_round = loop._run_once

    def counted():
        rounds.append(loop.time())
        go_round()

    loop._run_once = counted
    await asyncio.sleep(seconds)
    print("rounds:", len(rounds))


if __name__ == "__main__":
    asyncio.run(main())
