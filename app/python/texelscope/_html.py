"""What notebooks show: HTML that needs nothing else, for light and dark pages. It takes the page's colors, and has its style in
itself, since a notebook's page is not ours. There are two kinds: the representation of an object, whose parts `whole` joins and which
stays under 40 KB whatever it shows, and a verdict in a `box`, which shows all of what it says."""

from __future__ import annotations

import html
import re
from typing import Any, Iterable, Sequence

from ._language import say
from ._png import data_uri

GREEN, AMBER, RED, GRAY = "#2e8b57", "#b8860b", "#c0392b", "#808080"
LINE = "1px solid rgba(128,128,128,.4)"
_CONTROLS = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069\ud800-\udfff\ufffe\uffff]")
_CELL = "padding:2px 10px 2px 0;text-align:left;vertical-align:top;background:none;border:0;font-size:12px;white-space:normal"
_NAMES = {"altered": ("overridden", "被覆盖"), "refused": ("rejected", "被拒绝")}
_COLORS = {"altered": AMBER, "refused": "#d14343"}


def escape(text: str) -> str:
    """A text as HTML or SVG, without what would control or reorder it."""
    return html.escape(_CONTROLS.sub("\N{REPLACEMENT CHARACTER}", text))


def shortened(value: Any, longest: int = 160) -> str:
    """A text as HTML; what is long is cut in its middle."""
    text = str(value)
    if len(text) > longest:
        half = longest // 2 - 10
        text = f"{text[:half]} … {say('{} more', '另有 {} 个字符').format(len(text) - 2 * half)} … {text[-half:]}"
    return escape(text)


def whole(*parts: str) -> str:
    """All of a representation."""
    return '<div style="font-family:sans-serif;font-size:13px;line-height:1.5;overflow-x:auto">' + "".join(parts) + "</div>"


def heading(text: str) -> str:
    return f'<div style="margin:0 0 4px"><b>{shortened(text)}</b></div>'


def paragraph(text: str) -> str:
    return f'<div style="margin:4px 0;max-width:48em;opacity:.8;font-size:12px">{shortened(text, 400)}</div>'


def beside(*parts: str) -> str:
    return ('<div style="display:flex;flex-wrap:wrap;gap:16px;align-items:flex-start">'
            + "".join(f'<div style="min-width:0">{part}</div>' for part in parts if part) + "</div>")


def picture(file: bytes, size: Sequence[int], about: str, shown: int = 192) -> str:
    """A PNG file of `size` pixels, enlarged by a whole factor to at most `shown` with its pixels as squares."""
    width, height = size
    factor = max(1, shown // max(width, height))
    style = (f"width:{width * factor}px;height:{max(height * factor, 1)}px;max-width:none;image-rendering:pixelated;margin:0;"
             f"border:{LINE};display:block")
    return f'<img alt="{shortened(about)}" title="{shortened(about)}" style="{style}" src="{data_uri(file, "image/png")}">'


def drawing(svg: str, about: str) -> str:
    """An SVG file as an image, so that neither its style nor the page's reaches the other."""
    return (f'<img alt="{shortened(about)}" style="display:block;max-width:100%;margin:0;border:{LINE};border-radius:4px" '
            f'src="{data_uri(svg.encode(), "image/svg+xml")}">')


def table(rows: Iterable[Sequence[Any]], head: Sequence[str] = (), most_bytes: int = 6000) -> str:
    """A table whose first column names its rows. What exceeds the bytes is left out, and the table says how much that is."""
    made, size, left_out = [], 0, 0
    for row in rows:
        cells = "".join(f'<{"td" if column else "th"} style="{_CELL}{"" if column else ";font-weight:normal;opacity:.75"}">'
                        f'{shortened(cell)}</{"td" if column else "th"}>' for column, cell in enumerate(row))
        line = f'<tr style="background:none;border:0">{cells}</tr>'
        size += len(line.encode())
        if left_out or size > most_bytes:
            left_out += 1
        else:
            made.append(line)
    if not made and not left_out:
        return ""
    top = "".join(f'<th style="{_CELL};border-bottom:{LINE}">{shortened(name)}</th>' for name in head)
    return (f'<table style="border-collapse:collapse;border:0;margin:0;width:auto">'
            + (f'<thead style="border:0"><tr style="background:none">{top}</tr></thead>' if top else "")
            + f'<tbody>{"".join(made)}</tbody></table>' + (paragraph(say("{} more rows", "另有 {} 行").format(left_out)) if left_out else ""))


def notes(all_notes: Sequence[Any], most_bytes: int = 6000) -> str:
    """What the hardware makes of the settings, gravest first; those without effect in one line."""
    made, size = [], 0
    idle = [note.field for note in all_notes if note.kind not in _NAMES]
    all_notes = [note for note in all_notes if note.kind in _NAMES]
    for number, note in enumerate(all_notes):
        line = (f'<li style="margin:2px 0;padding:0 0 0 8px;border-left:3px solid {_COLORS[note.kind]};list-style:none" '
                f'title="{shortened(note.rule, 400)}"><code style="background:none;color:inherit;padding:0">{shortened(note.field)}</code> '
                f'<b>{say(*_NAMES[note.kind])}</b>: {shortened(note.sentence, 400)}</li>')
        size += len(line.encode())
        if size > most_bytes:
            more = say("{} more notes", "另有 {} 条提示").format(len(all_notes) - number)
            made.append(f'<li style="list-style:none;opacity:.8">{more}</li>')
            break
        made.append(line)
    listed = f'<ul style="margin:8px 0 0;padding:0;font-size:12px;max-width:56em">{"".join(made)}</ul>' if made else ""
    return listed + (paragraph(say("Without effect here: {}.", "在此无作用：{}。").format(", ".join(idle))) if idle else "")


def number_text(value: Any) -> str:
    """A value as people read it, "0.1" for 0.1."""
    if isinstance(value, bool) or value is None:
        return {True: say("on", "开"), False: say("off", "关"), None: "-"}[value]
    if isinstance(value, float):
        return f"{value:.6g}"
    if isinstance(value, (list, tuple)):
        return ", ".join(map(number_text, value[:16])) + (say(" … {} more", " …… 另有 {} 个").format(len(value) - 16) if len(value) > 16 else "")
    return str(value)


def box(color: str, *parts: str) -> str:
    return (f'<div style="border-left:4px solid {color};padding:4px 12px;margin:4px 0;line-height:1.5">'
            + "".join(parts) + "</div>")


def sentence(text: str, bold: bool = False) -> str:
    return f'<div style="font-weight:{600 if bold else 400}">{escape(text)}</div>'


def folded(title: str, inner: str) -> str:
    return f'<details style="margin-top:4px"><summary style="cursor:pointer">{escape(title)}</summary>{inner}</details>'


def preformatted(text: str) -> str:
    return f'<pre style="font-size:85%;overflow-x:auto;line-height:1.35">{escape(text)}</pre>'


def verdicts(head: Sequence[str], rows: Iterable[Sequence[str]], colors: Sequence[str]) -> str:
    """A table of a box. colors: of a mark at the left of each row."""
    cell = "text-align:left;padding:2px 14px 2px 6px;vertical-align:top"
    lines = ["<tr>" + "".join(f'<th style="{cell}">{escape(one)}</th>' for one in head) + "</tr>"]
    for number, row in enumerate(rows):
        mark = f";border-left:4px solid {colors[number]}"
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
