"""What is asked of a translation; each check yields what is wrong with a message."""
from __future__ import annotations

from tests.translations.checks import language, markup, terms, typography

CHECKS = {
    "markup": markup.CHECKS, "language": language.CHECKS, "typography": typography.CHECKS, "terms": terms.CHECKS,
}
