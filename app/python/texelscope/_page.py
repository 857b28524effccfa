"""HTML for notebooks, readable on light and on dark pages."""

from __future__ import annotations

from html import escape
from typing import Iterable, Sequence

GREEN, AMBER, RED, GRAY = "#2e8b57", "#b8860b", "#c0392b", "#808080"


def box(color: str, *parts: str) -> str:
    return (f'<div style="border-left:4px solid {color};padding:4px 12px;margin:4px 0;line-height:1.5">'
            + "".join(parts) + "</div>")


def paragraph(text: str, bold: bool = False) -> str:
    return f'<div style="font-weight:{600 if bold else 400}">{escape(text)}</div>'


def folded(title: str, inner: str) -> str:
    return f'<details style="margin-top:4px"><summary style="cursor:pointer">{escape(title)}</summary>{inner}</details>'


def preformatted(text: str) -> str:
    return f'<pre style="font-size:85%;overflow-x:auto;line-height:1.35">{escape(text)}</pre>'


def table(head: Sequence[str], rows: Iterable[Sequence[str]], colors: Sequence[str] | None = None) -> str:
    """colors: of a mark at the left of each row."""
    cell = "text-align:left;padding:2px 14px 2px 6px;vertical-align:top"
    lines = ["<tr>" + "".join(f'<th style="{cell}">{escape(one)}</th>' for one in head) + "</tr>"]
    for number, row in enumerate(rows):
        mark = f";border-left:4px solid {colors[number]}" if colors else ""
        lines.append("<tr>" + "".join(f'<td style="{cell}{"" if i else mark}">{escape(one)}</td>'
                                      for i, one in enumerate(row)) + "</tr>")
    return '<table style="border-collapse:collapse">' + "".join(lines) + "</table>"


def aligned(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """The same table as text."""
    lines = [head, *rows]
    widths = [max(map(_width, column)) for column in zip(*lines)]
    return "\n".join("  ".join(one + " " * (width - _width(one)) for one, width in zip(line, widths)).rstrip()
                     for line in lines)


def _width(text: str) -> int:
    """In the columns of a terminal: characters of Chinese take two."""
    return sum(2 if "\u2e80" <= character <= "\uffef" else 1 for character in text)
