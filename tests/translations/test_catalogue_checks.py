"""Each check of the catalogues is seen to fail."""
from __future__ import annotations

import re
from dataclasses import replace
from itertools import chain
from pathlib import Path

import pytest

from press.language import LANGUAGES
from tests.translations.checks import CHECKS, terms
from tests.translations.messages import Message, complaints, every

SENTENCE = "The {term}`scheduler` calls `next()` 20 times, see [PEP 380](https://peps.python.org/pep-0380/)."
GOOD = {
    "pl": "{term}`Scheduler <scheduler>` wywołuje `next()` 20 razy, zobacz"
    " [PEP 380](https://peps.python.org/pep-0380/).",
    "ru": "{term}`Планировщик <scheduler>` вызывает `next()` 20 раз, см."
    " [PEP 380](https://peps.python.org/pep-0380/).",
    "zh_CN": "{term}`调度器 <scheduler>`调用 `next()` 20 次，参见 [PEP 380](https://peps.python.org/pep-0380/)。",
}


def check(language: str, english: str, text: str, of_code: bool = False) -> list[str]:
    return complaints([Message(Path("x.po"), 7, english, text, language, of_code=of_code)], *chain(*CHECKS.values()))


@pytest.mark.parametrize("language", GOOD)
def test_a_good_translation_passes(language: str) -> None:
    assert check(language, SENTENCE, GOOD[language]) == []


SPOILT = [
    ("code is lost", "pl", ("`next()`", "next()"), "code differ"),
    ("code is changed", "ru", ("`next()`", "`next`"), "code differ"),
    ("an ending in the code", "pl", ("`next()`", "`next()a`"), "code differ"),
    ("an ending after the code", "pl", ("`next()`", "`next()`a"), "is glued to the code"),
    ("an ending with a hyphen", "ru", ("`next()`", "`next()`-ом"), "is glued to the code"),
    ("a role is lost", "zh_CN", ("{term}`调度器 <scheduler>`", "调度器"), "roles differ"),
    ("a target is translated", "pl", ("<scheduler>", "<planista>"), "roles differ"),
    ("a link is changed", "ru", ("pep-0380/)", "pep-0308/)"), "links differ"),
    ("a link is lost", "pl", ("[PEP 380](https://peps.python.org/pep-0380/)", "PEP 380"), "links differ"),
    ("a number is changed", "zh_CN", (" 20 ", " 30 "), "numbers differ"),
    ("a number is lost", "pl", ("20 razy", "wiele razy"), "numbers differ"),
    ("a list begins", "pl", ("{term}`Sch", "- {term}`Sch"), "not as one paragraph"),
    ("a heading begins", "ru", ("{term}`План", "# {term}`План"), "not as one paragraph"),
    ("a number with a point begins", "zh_CN", ("{term}", "1. {term}"), "not as one paragraph"),
    ("a fence begins", "pl", ("{term}`Sch", "```\n{term}`Sch"), "not as one paragraph"),
    ("an empty line", "pl", (" zobacz", "\n\nzobacz"), "not as one paragraph"),
    ("a backslash", "zh_CN", ("次，", "次\\ ，"), "a \\ would be printed"),
    ("an odd backquote", "pl", ("razy", "`razy"), "would be printed"),
    ("stars that print", "zh_CN", ("次，", "次**，**"), "would be printed"),
    ("emphasis that is not there", "ru", ("раз", "*раз*"), "em_open"),
    ("raw HTML", "pl", ("razy", "<b>razy</b>"), "placeholders differ"),
    ("an invisible character", "pl", ("razy", "ra\u200bzy"), "invisible"),
    ("a text that turns round", "ru", ("раз", "\u202eраз"), "invisible"),
    ("Cyrillic in Polish", "pl", ("razy", "rаzy"), "script of pl"),
    ("Polish letters in Russian", "ru", ("раз", "raz się"), "script of ru"),
    ("Cyrillic in Chinese", "zh_CN", ("次", "次раз"), "script of zh_CN"),
    ("Han in Polish", "pl", ("razy", "次"), "script of pl"),
    ("not translated", "pl", (GOOD["pl"], SENTENCE), "same as the English"),
    ("English words", "pl", ("razy", "razy and this is that"), "English words"),
    ("a full-width comma in Polish", "pl", (", zobacz", "，zobacz"), "script of pl"),
    ("a Chinese full stop in Russian", "ru", ("0380/).", "0380/)。"), "script of ru"),
    ("corner brackets in Polish", "pl", ("razy", "「razy」"), "script of pl"),
    ("a wrong term", "pl", ("Scheduler", "Zarządca"), "the English has 'scheduler'"),
    ("a banned word", "ru", ("вызывает", "просто вызывает"), "not how we say it"),
    ("a verb without its object", "ru", ("вызывает", "продолжает; вызывает"), "not how we say it"),
    ("an English unit", "ru", ("раз", "раз за 5\u00a0s"), "not how we say it"),
    ("words with a second reading", "pl", ("razy", "razy na chwilę, gdy"), "not how we say it"),
    ("another word for a thing", "zh_CN", ("次，", "次叫醒，"), "not how we say it"),
    ("straight quotes in Polish", "pl", ("razy", '"razy"'), "straight quote"),
    ("English quotes in Polish", "pl", ("razy", "“razy”"), "opening quote"),
    ("a loose one-letter word", "pl", ("razy", "razy w pętli"), "one-letter word"),
    ("an em dash in Polish", "pl", (", zobacz", " — zobacz"), "em dash"),
    ("a hyphen for a dash", "ru", (", см.", " - см."), "hyphen"),
    ("a dash without its no-break space", "ru", (", см.", " — см."), "dash"),
    ("English quotes in Russian", "ru", ("раз", "“раз”"), "quotes"),
    ("no ё", "ru", ("раз", "раз еще"), "ё"),
    ("a loose preposition", "ru", ("раз", "раз в цикле"), "one-letter word"),
    ("half-width comma", "zh_CN", ("次，", "次,"), "half-width"),
    ("no space before Latin", "zh_CN", (" 20 次", "20次"), "no space between"),
    ("a space beside a comma", "zh_CN", ("次，", "次， "), "a space beside"),
    ("a space beside a quotation mark", "zh_CN", ("次，", "次 “了”，"), "a space beside a quot"),
    ("corner brackets", "zh_CN", ("次", "「次」"), "quotes are"),
    ("a polite you", "zh_CN", ("次，", "次，您"), "你"),
    ("slanted Han", "zh_CN", ("次，", "*次*，"), "no italics"),
    ("a quote that is not closed", "pl", ("razy", "„razy"), "in pairs"),
    ("quotes the wrong way round", "zh_CN", ("次，", "”次“，"), "in pairs"),
    ("a question that the English does not ask", "ru", ("0380/).", "0380/)?"), "question mark"),
    ("two spaces", "pl", ("20 razy", "20  razy"), "two spaces"),
    ("three dots", "ru", ("раз", "раз..."), "three dots"),
]


@pytest.mark.parametrize(("language", "change", "complaint"), [case[1:] for case in SPOILT], ids=[c[0] for c in SPOILT])
def test_a_spoilt_translation_is_refused(language: str, change: tuple[str, str], complaint: str) -> None:
    spoilt = GOOD[language].replace(*change)
    assert spoilt != GOOD[language]
    found = check(language, SENTENCE, spoilt)
    assert any(complaint in problem for problem in found), found
    assert all(problem.startswith("x.po:7: ") for problem in found)


SENTENCES = {
    "pl": "Gniazdo jest gotowe, więc zadanie, które śpi, zostanie wznowione. Każde gniazdo ma swoją kolejkę.",
    "ru": "Сокет готов, и\u00a0задача, которая спит, будет возобновлена. У\u00a0каждого сокета своя очередь.",
    "zh_CN": "套接字已经就绪，所以正在睡眠的任务会恢复。每个套接字都有自己的队列。",
}
ENGLISH = "The socket is ready, so the task that sleeps is resumed. Each socket has a queue of its own."


@pytest.mark.parametrize("language", SENTENCES)
def test_the_terms_may_be_inflected(language: str) -> None:
    assert check(language, ENGLISH, SENTENCES[language]) == []


@pytest.mark.parametrize(
    ("language", "term", "other", "complaint"),
    [
        ("pl", "Gniazdo jest gotowe", "Wtyczka jest gotowa", "the English has 'socket' in 2 sentences"),
        ("pl", "Każde gniazdo ma swoją", "Każdy soket ma swoją", "the translation has 1 times"),
        ("pl", "Każde gniazdo ma", "Każde z\u00a0gniazdek ma", "'gniazdek' is no rendering of the term"),
        ("pl", "zadanie, które", "wątek, który", "the English has 'task'"),
        ("pl", "wznowione", "uruchomione", "the English has 'resumed'"),
        ("pl", "swoją kolejkę", "swój ogonek", "the English has 'queue'"),
        ("ru", "каждого сокета", "каждого гнезда", "the English has 'socket' in 2 sentences"),
        ("ru", "задача, которая", "таска, которая", "'таск' is not how we say it"),
        ("ru", "готов, ", "открыт, ", "the English has 'ready'"),
        ("zh_CN", "每个套接字", "每个插座", "'插座' is no rendering of the term"),
        ("zh_CN", "任务", "作业", "the English has 'task'"),
        ("zh_CN", "队列", "行列", "the English has 'queue'"),
    ],
)
def test_another_word_inside_a_sentence_is_refused(language: str, term: str, other: str, complaint: str) -> None:
    spoilt = SENTENCES[language].replace(term, other)
    assert spoilt != SENTENCES[language]
    found = check(language, ENGLISH, spoilt)
    assert any(complaint in problem for problem in found), found


def test_nearly_every_term_of_the_book_is_watched() -> None:
    """Of all places where a translation has a term, most are missed if it is gone; a sentence may have it twice."""
    tried = missed = 0
    for message in every()[::15]:
        for term, stems in LANGUAGES[message.language].terms.items():
            if terms.ENGLISH[term].search(message.english) and not message.of_code:
                for found in re.finditer(stems, message.text, re.IGNORECASE):
                    text = message.text[: found.start()] + "x" + message.text[found.end() :]
                    tried += 1
                    missed += any(terms.uses_the_terms(replace(message, text=text)))
    assert tried > 300
    assert missed > 0.7 * tried


def test_no_exception_is_out_of_use() -> None:
    used = {
        (message.language, excuse)
        for message in every()
        for excuse in LANGUAGES[message.language].exceptions
        if message.english.startswith(excuse.message)
        for check in (terms.uses_the_terms, terms.avoids_what_is_rejected)
        if any(check(replace(message, english=f" {message.english}")))  # it begins otherwise: nothing is excused
    }
    listed = {(language.code, excuse) for language in LANGUAGES.values() for excuse in language.exceptions}
    assert listed - used == set(), "take these out of the exceptions in press/languages"


def test_headings_and_questions_end_as_they_should() -> None:
    assert not check("pl", "A question?", "Pytanie?")
    assert check("pl", "A question?", "Pytanie.")
    assert check("zh_CN", "A heading", "标题。")
    assert not check("ru", "A title, 27 May 2019", "Название, 27\u00a0мая 2019\u00a0г.")


def test_placeholders_are_kept() -> None:
    english = "new lines since {listing}: {count}"
    assert not check("pl", english, "nowe wiersze ({listing}): {count}")
    assert check("pl", english, "nowe wiersze: {count}")
    assert check("pl", "Copyright &#169; %(copyright)s", "Prawa autorskie &#169; copyright")


def test_names_and_titles_may_stay_as_they_are() -> None:
    english = "Michał Lowas-Rzechonek, „Async pod maską”"
    for language in GOOD:
        assert not check(language, english, english)


def test_a_lone_word_that_is_no_name_is_translated() -> None:
    assert check("pl", "Variables", "Variables") == ["x.po:7: is the same as the English\n    Variables"]
    assert not check("pl", "GIL", "GIL")


def test_a_month_becomes_a_number_in_chinese() -> None:
    assert not check("zh_CN", "27 May 2019", "2019 年 5 月 27 日")
    assert check("zh_CN", "27 May 2019", "2019 年 6 月 27 日")


def test_a_comment_may_hold_stars_and_begin_like_a_list() -> None:
    assert not check("pl", "x * y * z", "x * y * z", of_code=True)
