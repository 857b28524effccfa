"""The package runs from Python 3.9 and NumPy 1.21 on: no syntax and no names that are newer."""

import ast
import pathlib

import pytest

FILES = sorted((pathlib.Path(__file__).resolve().parents[2] / "app" / "python" / "texelscope").glob("*.py"))

NEWER_MODULES = {"tomllib", "typing_extensions", "numpy.exceptions", "numpy.strings"}
# Of Python 3.10 to 3.14 and of NumPy 1.22 to 2.
NEWER_NAMES = {
    "aiter", "anext", "pairwise", "batched", "bit_count", "UnionType", "EllipsisType", "NoneType", "ParamSpec", "TypeAlias",
    "TypeGuard", "Self", "Never", "LiteralString", "assert_never", "assert_type", "reveal_type", "Unpack", "TypeVarTuple", "override",
    "KW_ONLY", "chdir", "aclosing", "StrEnum", "ReprEnum", "cbrt", "exp2", "file_digest", "ExceptionGroup",
    "BaseExceptionGroup", "add_note", "PythonFinalizationError", "sumprod", "fma", "orig_argv", "stdlib_module_names",
    "concat", "unique_values", "unique_counts", "unique_inverse", "matrix_transpose", "permute_dims", "vecdot", "trapezoid",
    "from_dlpack", "isdtype", "long", "ulong", "acos", "asin", "atan", "bitwise_count", "cumulative_sum", "unstack"}
NEWER_KEYWORDS = {"zip": {"strict"}, "dataclass": {"slots", "kw_only", "match_args"}, "bisect": {"key"}, "insort": {"key"}}


def newer(source):
    """What Python 3.9 or NumPy 1.21 lacks of a source."""
    tree = ast.parse(source, feature_version=(3, 9))
    if not any(isinstance(node, ast.ImportFrom) and node.module == "__future__" for node in tree.body):
        yield "no annotations of __future__"
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from NEWER_MODULES & {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            yield from NEWER_MODULES & {node.module}
            yield from NEWER_NAMES & {alias.name for alias in node.names}
        elif isinstance(node, ast.Attribute):
            yield from NEWER_NAMES & {node.attr}
        elif isinstance(node, ast.Name):
            yield from NEWER_NAMES & {node.id}
        elif isinstance(node, ast.Call):
            called = getattr(node.func, "id", getattr(node.func, "attr", None))
            yield from NEWER_KEYWORDS.get(called, set()) & {keyword.arg for keyword in node.keywords}
            if called in ("isinstance", "issubclass") and isinstance(node.args[1], ast.BinOp):
                yield "a union in " + called


def test_there_are_files():
    assert {"__init__.py", "_core.py", "_library.py", "_texture.py"} <= {file.name for file in FILES}


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.name)
def test_nothing_is_newer(file):
    source = file.read_text(encoding="utf-8")
    only_documents = not any(not isinstance(node, (ast.Expr, ast.ImportFrom, ast.Assign)) for node in ast.parse(source).body)
    found = [one for one in newer(source) if not (only_documents and one == "no annotations of __future__")]
    assert found == []


@pytest.mark.parametrize("source, what", [
    ("zip(a, b, strict=True)", "strict"), ("from itertools import pairwise", "pairwise"), ("import tomllib", "tomllib"),
    ("(5).bit_count()", "bit_count"), ("isinstance(a, int | str)", "a union in isinstance"), ("np.concat([])", "concat"),
])
def test_what_is_newer_is_found(source, what):
    assert what in list(newer(source))


def test_newer_syntax_is_found():
    with pytest.raises(SyntaxError):
        list(newer("match a:\n    case 1: pass"))
