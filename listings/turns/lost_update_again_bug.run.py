from ghetto_asyncio.turns.lost_update_again_bug import careless, total

files = ("turns.lost_update_again_bug", "turns.round_robin")
queues = {"ready": "ready"}
names = {"careless": ("Ann", "Bob", "Eve")}
notes = {"careless": lambda memory, n: f"n = {n}" if memory["n"] == n else f"memory['n'] = {memory['n']}"}


def main():
    print(total(careless, count=3))
