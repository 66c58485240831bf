// The words that Sphinx's scripts say. Documentation.addTranslations() would do the same, but it
// evaluates the rule for plurals, which a strict content policy refuses.
Object.assign(Documentation.TRANSLATIONS, {
  ", in ": ", w ",
  "Hide Search Matches": "Ukryj wyróżnienie szukanych słów",
  "Preparing search...": "Przygotowywanie wyszukiwania…",
  "Search Results": "Wyniki wyszukiwania",
  "Searching": "Wyszukiwanie",
  "Your search did not match any documents. Please make sure that all words are spelled correctly and that you've selected enough categories.": "Niczego nie znaleziono. Sprawdź, czy wszystkie słowa są wpisane poprawnie.",
  "Search finished, found one page matching the search query.": [
    "Znaleziono ${resultCount} stronę, która pasuje do zapytania.",
    "Znaleziono ${resultCount} strony, które pasują do zapytania.",
    "Znaleziono ${resultCount} stron, które pasują do zapytania.",
    "Znaleziono ${resultCount} strony, które pasują do zapytania."
  ]
});
Documentation.PLURAL_EXPR = (n) => (n==1 ? 0 : (n%10>=2 && n%10<=4) && (n%100<12 || n%100>14) ? 1 : n!=1 && (n%10>=0 && n%10<=1) || (n%10>=5 && n%10<=9) || (n%100>=12 && n%100<=14) ? 2 : 3);
Documentation.LOCALE = "pl";
