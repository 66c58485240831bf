from ghetto_asyncio.turns.lost_update_again_bug import careless, total

files = ("turns.lost_update_again_bug", "turns.round_robin")
queues = {"ready": "ready"}


def main():
    print(total(careless, count=3))
