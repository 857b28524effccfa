#!/usr/bin/env python3
"""Keeps the notebooks of assets/notebooks as they are stored: without outputs, in one form, and with the same code in every language.

notebooks.py           writes them: the code of zh is taken from en, cell by cell
notebooks.py --check   prints what differs, and exits with 1 if anything does
"""

import json
import pathlib
import sys

FOLDER = pathlib.Path(__file__).resolve().parents[1] / "assets" / "notebooks"
LANGUAGES = {"en": "en", "zh": "zh-Hans"}
METADATA = {"kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"},
            "language_info": {"name": "python"}}


def lines_of(source):
    return ("".join(source) if isinstance(source, list) else source).splitlines(keepends=True)


def stored(book, code, language):
    """code: the sources of the code cells by their id."""
    cells = []
    for cell in book["cells"]:
        made = {"cell_type": cell["cell_type"], "id": cell["id"], "metadata": {}, "source": lines_of(cell["source"])}
        if cell["cell_type"] == "code":
            chosen = code.get(cell["id"], "".join(made["source"])).replace('set_language("en")', f'set_language("{language}")')
            made.update(execution_count=None, outputs=[], source=lines_of(chosen))
        cells.append(made)
    whole = {"cells": cells, "metadata": METADATA, "nbformat": 4, "nbformat_minor": 5}
    return json.dumps(whole, ensure_ascii=False, indent=1, sort_keys=True) + "\n"


def main():
    differing = []
    for english in sorted((FOLDER / "en").glob("*.ipynb")):
        book = json.loads(english.read_text(encoding="utf-8"))
        code = {cell["id"]: "".join(cell["source"]) for cell in book["cells"] if cell["cell_type"] == "code"}
        for folder, language in LANGUAGES.items():
            path = FOLDER / folder / english.name
            text = path.read_text(encoding="utf-8")
            wanted = stored(json.loads(text), code, language)
            if text == wanted:
                continue
            differing.append(path.relative_to(FOLDER))
            if "--check" not in sys.argv[1:]:
                path.write_text(wanted, encoding="utf-8")
    for path in differing:
        print(path)
    return 1 if differing and "--check" in sys.argv[1:] else 0


if __name__ == "__main__":
    sys.exit(main())
