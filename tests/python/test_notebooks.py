"""The notebooks are stored in one form, say the same in both languages, and run through: as Jupyter runs them where it is installed,
else cell by cell. So do they with a learner's answers, which are graded right."""

import ast
import json
import os
import pathlib
import subprocess
import sys

import pytest

import texelscope
from notebook_cells import run

ROOT = pathlib.Path(__file__).resolve().parents[2]
BOOKS = sorted((ROOT / "assets" / "notebooks").glob("*/*.ipynb"))
# What a learner writes in place of the dots, and what is then right.
ANSWERS = {
    "1-first-look": {"1": "0.125", "2": "0.25 + 0.25 * 77 / 256", "3": "0.25", "4": "0.6", "5": "0", "6": "'clamp'"},
    "2-weights": {"1": "257", "2": "77 / 256", "3": "1 / 512", "4": "32768 / 65535", "5": "[144, 48, 48, 16]", "6": "4"},
    "3-your-gpu": {"1": "None", "2": "-1", "3": "0.5", "4": "3"},
    "4-bug-hunt": {"1": "{'offset': 0.5}", "2": "{'read_mode': 'normalized_float'}", "3": "{'srgb': True}", "4": "{'pitch': 96}"},
}


def names(path):
    return f"{path.parent.name}-{path.stem}"


@pytest.fixture(autouse=True)
def english_again():
    yield
    texelscope.set_language("en")


@pytest.fixture(params=BOOKS, ids=names)
def book(request):
    return json.loads(request.param.read_text(encoding="utf-8"))


def of(book, kind):
    return ["".join(cell["source"]) for cell in book["cells"] if cell["cell_type"] == kind]


def test_there_are_four_in_each_language():
    assert [f"{path.parent.name}/{path.stem}" for path in BOOKS] == [f"{folder}/{name}" for folder in ("en", "zh") for name in ANSWERS]


def test_they_are_stored_in_one_form():
    made = subprocess.run([sys.executable, ROOT / "scripts" / "notebooks.py", "--check"], capture_output=True, text=True)
    assert made.returncode == 0, f"scripts/notebooks.py mends them:\n{made.stdout}{made.stderr}"


def test_they_are_valid(book):
    assert (book["nbformat"], book["nbformat_minor"]) == (4, 5)
    assert book["metadata"]["kernelspec"]["name"] == "python3"
    ids = [cell["id"] for cell in book["cells"]]
    assert len(set(ids)) == len(ids)
    for cell in book["cells"]:
        assert cell["cell_type"] == "markdown" or (cell["outputs"] == [] and cell["execution_count"] is None)
    nbformat = pytest.importorskip("nbformat")
    nbformat.validate(book)


@pytest.mark.parametrize("name", ANSWERS)
def test_both_languages_have_the_same_cells(name):
    english, chinese = (json.loads((ROOT / f"assets/notebooks/{folder}/{name}.ipynb").read_text(encoding="utf-8")) for folder in ("en", "zh"))
    assert [(cell["id"], cell["cell_type"]) for cell in english["cells"]] == [(cell["id"], cell["cell_type"]) for cell in chinese["cells"]]
    first = [ast.dump(ast.parse(source)) for source in of(english, "code")]
    second = [ast.dump(ast.parse(source)).replace("'zh-Hans'", "'en'") for source in of(chinese, "code")]
    assert first == second
    for one, other in zip(of(english, "markdown"), of(chinese, "markdown")):
        assert one != other and any("\u4e00" <= character <= "\u9fff" for character in other)
        assert not any("\u4e00" <= character <= "\u9fff" for character in one)
        assert one.count("**") == other.count("**") and one.count("<details>") == other.count("<details>")


def text_of(book):
    return "\n".join(output.get("text", "") + output.get("data", {}).get("text/plain", "")
                     for cell in book["cells"] if cell["cell_type"] == "code" for output in cell["outputs"])


def answer_all(book, name):
    for number, answer in ANSWERS[name].items():
        asked = [cell for cell in book["cells"] if f'("{number}", ..., ' in "".join(cell["source"])]
        assert len(asked) == 1, number
        asked[0]["source"] = "".join(asked[0]["source"]).replace(f'("{number}", ..., ', f'("{number}", {answer}, ')


def test_they_run_as_they_are(book, request):
    chinese = "zh-" in request.node.name
    made = run(book)
    summary = made["cells"][-1]["outputs"][-1]["data"]
    count = "未作答" if chinese else "unanswered"
    open_questions = [cell["id"] for cell in made["cells"] if cell["cell_type"] == "code" and "..., " in "".join(cell["source"])]
    assert len(open_questions) >= 4
    assert summary["text/plain"].count(count) == len(open_questions) + 1, summary["text/plain"]
    assert "Traceback" not in text_of(made)


def test_right_answers_are_right(book, request):
    name = next(name for name in ANSWERS if name in request.node.name)
    answer_all(book, name)
    made = run(book)
    summary = made["cells"][-1]["outputs"][-1]["data"]["text/plain"]
    grades = {line.split()[0]: line.split()[1] for line in summary.splitlines()[3:]}
    right, shown = ("正确", "已看答案") if "zh-" in request.node.name else ("right", "shown")
    for number, answer in ANSWERS[name].items():
        assert grades[number] == (shown if answer == "None" else right), summary


def test_jupyter_runs_them(tmp_path):
    pytest.importorskip("nbconvert")
    pytest.importorskip("ipykernel")
    made = subprocess.run([sys.executable, "-m", "nbconvert", "--to", "html", "--execute", "--output-dir", tmp_path, *BOOKS[:4]],
                          env={**os.environ, "PYTHONPATH": str(pathlib.Path(texelscope.__file__).parents[1])}, capture_output=True, text=True)
    assert made.returncode == 0, made.stderr
    for path in BOOKS[:4]:
        page = (tmp_path / f"{path.stem}.html").read_text(encoding="utf-8")
        assert "unanswered" in page and "Traceback" not in page
