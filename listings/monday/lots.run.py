from ghetto_asyncio.monday.last_table_bug import Evening, two_guests
from ghetto_asyncio.monday.lots import run

files = ("monday.last_table_bug",)
loop = "lots"
vary = {"seed": tuple(range(10, 30))}
names = {"book": "{name}"}
inline = ("__init__", "answer", "two_guests")


def main():
    seed = 19
    evening = Evening()
    print("booked:", *run(two_guests(evening), seed), "free:", evening.free)
