"""Polish words brought to their stems, in Python for the index and in JavaScript for the query.

The endings are those of the Snowball stemmer, but without diacritics, because many people type without them; then a
few nouns and endings that Snowball gets wrong in a book on programming. Both sides read the same table, so they cannot
differ in it.
"""
from __future__ import annotations

import json
import re
from typing import Any

from snowballstemmer.polish_stemmer import PolishStemmer

from press.search.words import fold

STOPWORDS = frozenset(
    """a aby ale bo by czy dla do gdy i ich jak je jego jej już która które który lub ma na nie o od oraz po przez
    przy się są ta tak także te tego ten to tu w we więc z za ze że""".split()
)


def _endings(among: list[Any]) -> dict[str, tuple[int, bool]]:
    """Return {folded ending: (its rule, only after the first syllable)}."""
    endings: dict[str, tuple[int, bool]] = {}
    for entry in among:
        rule = (entry.result, entry.method is not None)
        old = endings.get(key := fold(entry.s), rule)
        endings[key] = (min(old[0], rule[0]), old[1] and rule[1])
    return endings


RULES: dict[str, Any] = {
    "conditional": _endings(PolishStemmer.a_0),
    "degree": _endings(PolishStemmer.a_1),
    "ending": _endings(PolishStemmer.a_2),
    # nouns that end like an inflected word
    "roots": ["program", "problem", "system", "algorytm", "diagram"],
    # wątek and wątku, gotowość and gotowości
    "tails": {"ek": "k", "rz": "r", "osci": "osc", "cj": "c"},
    # rozdarcie and rozdarty; przełączanie, przełączenie and przełączać
    "participle": "(..[aeioruy])ci(?:e|a|u|em)$",
    "deed": "(....)(?:an|i?en)$",
}
TO_S, LATE_TO_S, TO_L, DEGREE = 2, 3, 4, 5
"""Rules beside taking an ending off; the numbers are Snowball's."""


def stem(word: str) -> str:
    """Return the stem of a folded word; JAVASCRIPT does the same, line by line."""
    if len(word) < 3:
        return word
    for root in RULES["roots"]:
        if word.startswith(root) and len(word) <= len(root) + 4:
            return str(root)
    word = re.sub(RULES["participle"], r"\1ty", word)
    syllable = re.search("[aeiouy][^aeiouy]", word)
    region = syllable.end() if syllable else len(word)
    for i in range(region, len(word)):
        if word[i:] in RULES["conditional"]:
            word = word[:i]
            break
    for i in range(2, len(word)):
        action, late = RULES["ending"].get(word[i:], (0, False))
        if not action or (late and i < region):
            continue
        word = word[:i]
        if action == TO_S or (action == LATE_TO_S and i < region):
            word += "s"
        elif action == TO_L:
            word += "l"
        elif action == DEGREE:
            for k in range(2, len(word)):
                if word[k:] in RULES["degree"]:
                    word = word[:k] + ("s" if RULES["degree"][word[k:]][0] == TO_S else "")
                    break
        break
    if len(word) > 3:
        for tail, short in RULES["tails"].items():
            if word.endswith(tail):
                word = word[: -len(tail)] + short
                break
        if word.endswith("i"):
            word = word[:-1]
    return re.sub(RULES["deed"], r"\1", word)


JAVASCRIPT = (
    f"const RULES = {json.dumps(RULES)};"
    """
for (const table of [RULES.ending, RULES.conditional, RULES.degree]) Object.setPrototypeOf(table, null);
stemmer = (word) => {
  if (word.length < 3) return word;
  for (const root of RULES.roots)
    if (word.startsWith(root) && word.length <= root.length + 4) return root;
  word = word.replace(new RegExp(RULES.participle), "$1ty");
  const syllable = word.search(/[aeiouy][^aeiouy]/);
  const region = syllable < 0 ? word.length : syllable + 2;
  for (let i = region; i < word.length; i++)
    if (word.slice(i) in RULES.conditional) { word = word.slice(0, i); break; }
  for (let i = 2; i < word.length; i++) {
    const [action, late] = RULES.ending[word.slice(i)] ?? [0, false];
    if (!action || (late && i < region)) continue;
    word = word.slice(0, i);
    if (action === 2 || (action === 3 && i < region)) word += "s";
    else if (action === 4) word += "l";
    else if (action === 5)
      for (let k = 2; k < word.length; k++)
        if (word.slice(k) in RULES.degree) {
          word = word.slice(0, k) + (RULES.degree[word.slice(k)][0] === 2 ? "s" : "");
          break;
        }
    break;
  }
  if (word.length > 3) {
    for (const tail in RULES.tails)
      if (word.endsWith(tail)) { word = word.slice(0, -tail.length) + RULES.tails[tail]; break; }
    if (word.endsWith("i")) word = word.slice(0, -1);
  }
  return word.replace(new RegExp(RULES.deed), "$1");
};
"""
)
