"""The language of what people read: explanations, notes, and the sentences of this package's notebooks."""

from __future__ import annotations

from . import _library as c
from ._arguments import as_text

_chosen = "en"


def set_language(code: str) -> None:
    """Chooses the language of explanations, notes and the notebooks' sentences: "en", as at first, or "zh-Hans".

    It is one for the whole process. Errors stay English.
    """
    global _chosen
    c.check(c.library.texelscope_set_language(as_text(code, "the language").encode()))
    _chosen = code


def say(english: str, chinese: str) -> str:
    return chinese if _chosen == "zh-Hans" else english
