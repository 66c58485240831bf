// The words that Sphinx's scripts say. Documentation.addTranslations() would do the same, but it
// evaluates the rule for plurals, which a strict content policy refuses.
Object.assign(Documentation.TRANSLATIONS, {
  ", in ": "，位于",
  "Hide Search Matches": "取消搜索词高亮",
  "Preparing search...": "正在准备搜索……",
  "Search Results": "搜索结果",
  "Search finished, found one page matching the search query.": [
    "搜索完成，找到 ${resultCount} 个匹配的页面。"
  ],
  "Searching": "正在搜索",
  "Your search did not match any documents. Please make sure that all words are spelled correctly and that you've selected enough categories.": "什么也没有找到。请检查搜索词的拼写。"
});
Documentation.PLURAL_EXPR = (n) => 0;
Documentation.LOCALE = "zh_CN";
