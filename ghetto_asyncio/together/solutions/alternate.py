"""Solution: sort by how many of the same family come before."""
from collections import Counter


def alternate(addresses):
    """Return the addresses so that their families take turns.

    `addresses`: pairs of a family and whatever; the first family goes
    first, and within a family the order stays.
    """
    before, ranked = Counter(), []
    families = list(dict.fromkeys(family for family, _rest in addresses))
    for address in addresses:
        family = address[0]
        ranked.append((before[family], families.index(family), address))
        before[family] += 1
    ranked.sort(key=lambda entry: entry[:2])
    return [address for _turn, _family, address in ranked]
