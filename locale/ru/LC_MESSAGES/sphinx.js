// The words that Sphinx's scripts say. Documentation.addTranslations() would do the same, but it
// evaluates the rule for plurals, which a strict content policy refuses.
Object.assign(Documentation.TRANSLATIONS, {
  ", in ": ", на странице ",
  "Hide Search Matches": "Убрать подсветку найденного",
  "Preparing search...": "Готовим поиск…",
  "Search Results": "Результаты поиска",
  "Searching": "Идёт поиск",
  "Your search did not match any documents. Please make sure that all words are spelled correctly and that you've selected enough categories.": "Ничего не нашлось. Проверьте, нет ли в запросе опечаток.",
  "Search finished, found one page matching the search query.": [
    "Найдена ${resultCount} страница.",
    "Найдены ${resultCount} страницы.",
    "Найдено ${resultCount} страниц.",
    "Найдено ${resultCount} страницы."
  ]
});
Documentation.PLURAL_EXPR = (n) => (n%10==1 && n%100!=11 ? 0 : n%10>=2 && n%10<=4 && (n%100<12 || n%100>14) ? 1 : n%10==0 || (n%10>=5 && n%10<=9) || (n%100>=11 && n%100<=14)? 2 : 3);
Documentation.LOCALE = "ru";
