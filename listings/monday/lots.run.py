from ghetto_asyncio.monday.last_table_bug import Evening, two_guests
from ghetto_asyncio.monday.lots import run

files = ("monday.last_table_bug",)
loop = "lots, seed 19"
names = {"book": "{name}"}
inline = ("__init__", "answer", "two_guests")


def main():
    run(two_guests(Evening()), 19)
