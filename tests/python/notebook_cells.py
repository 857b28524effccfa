"""notebook_cells.py NOTEBOOK [OUT]: runs a notebook's cells in this Python, as Jupyter would, and writes it with its outputs."""

import ast
import contextlib
import io
import json
import sys


def run(book):
    """The notebook with its cells' outputs. What a cell raises is raised."""
    names = {"__name__": "__main__"}
    for number, cell in enumerate((cell for cell in book["cells"] if cell["cell_type"] == "code"), 1):
        printed = io.StringIO()
        with contextlib.redirect_stdout(printed):
            value = evaluated("".join(cell["source"]), names, cell["id"])
        cell["execution_count"] = number
        cell["outputs"] = []
        if printed.getvalue():
            cell["outputs"].append({"output_type": "stream", "name": "stdout", "text": printed.getvalue()})
        if value is not None:
            cell["outputs"].append({"output_type": "execute_result", "execution_count": number, "metadata": {}, "data": shown(value)})
    return book


def evaluated(source, names, name):
    """The value of the cell's last expression, or None."""
    tree = ast.parse(source, name)
    last = tree.body.pop() if tree.body and isinstance(tree.body[-1], ast.Expr) else None
    exec(compile(tree, name, "exec"), names)
    return None if last is None else eval(compile(ast.Expression(last.value), name, "eval"), names)


def shown(value):
    data = {"text/plain": repr(value)}
    for kind, method in (("text/html", "_repr_html_"), ("image/svg+xml", "_repr_svg_"), ("image/png", "_repr_png_")):
        made = getattr(value, method, None)
        made = made() if callable(made) else None
        if isinstance(made, str):
            data[kind] = made
    return data


if __name__ == "__main__":
    with open(sys.argv[1], encoding="utf-8") as file:
        made = run(json.load(file))
    if len(sys.argv) > 2:
        with open(sys.argv[2], "w", encoding="utf-8") as file:
            json.dump(made, file, ensure_ascii=False, indent=1)
