"""The panel of the pages for browsers in a notebook's cell."""

from __future__ import annotations

import base64
import html
import json
from pathlib import Path
from typing import TYPE_CHECKING, Any, Mapping, Sequence

from . import _core, _html
from ._language import say

if TYPE_CHECKING:
    import numpy as np

    from ._session import Session
    from ._texture import Explanation, Texture

_MODULE = Path(__file__).parent / "notebook.js"
_MOST_BYTES = 4 << 20  # of texels, which a notebook's file then holds as text
_DIMENSIONS = {"1d": 0, "linear": 0, "2d": 1, "3d": 2, "1d_layered": 3, "2d_layered": 4, "cube": 5, "cube_layered": 6}
# What a frame does: it waits for the module of its notebook, and writes the panel's page over itself once it has been read.
_FRAME = """<!doctype html><meta charset="utf-8"><body style="font:13px sans-serif;color-scheme:light dark"><p>Loading …</p>
<script id="state" type="application/json">{state}</script>
<script>function look(left) {{
  const say = (sentence) => {{ document.querySelector("p").textContent = sentence; }};
  let shared;
  try {{ shared = parent.texelscopeNotebook; }} catch (error) {{ return say("This page keeps the panel from the notebook's module: " + error); }}
  if (shared === undefined && left > 0) return void setTimeout(look, 100, left - 1);
  if (shared === undefined) return say("The module of the notebook is missing. It is in the output of the cell that showed a panel first: run the notebook anew.");
  const state = document.getElementById("state").textContent, place = '<script id="state" type="application/json">null</';
  const page = shared.page.replace(place, () => place.replace("null", () => state));
  document.open(); document.write(page); document.close();
}}
addEventListener("load", () => look(100));</script>"""


class Explorer:
    """A panel in a notebook's cell: the picture, why a pixel is what it is, and the settings, which can be changed. All is computed in
    the browser, by the program's own code as WebAssembly, also where the notebook is a page that no kernel answers.

    `Texture.explore`, `Session.explore` and `Explanation.explore` make one. The first that a notebook shows holds the module, about
    1.4 MB, and all others take it from there. `height` may be changed.
    """

    def __init__(self, state: str, name: str) -> None:
        if not _MODULE.is_file():
            raise RuntimeError(f"this package was packed without the panel: {_MODULE.name} is missing beside it. "
                               "./scripts/web.sh makes it, and ./scripts/wheel.sh packs it")
        self._state, self._name = state, name
        self.height = 440

    def _repr_html_(self) -> str:
        frame = html.escape(_FRAME.format(state=self._state))
        module = f"<script>{_MODULE.read_text()}</script>" if _cells.is_first() else ""
        return (f'{module}<iframe title="{_html.escape(self._name)}" style="display:block;width:100%;height:{int(self.height)}px;'
                f'min-height:320px;border:{_html.LINE};border-radius:8px;box-sizing:border-box" '
                f'srcdoc="{frame}"></iframe>')

    def __repr__(self) -> str:
        return f"Explorer of {self._name}"


class _Cells:
    """Which cell holds the module. One that runs again replaces its output, so that it has to hold it again."""

    def __init__(self) -> None:
        self.holder: tuple[Any, Any] | None = None

    def is_first(self) -> bool:
        now = self.present()
        if self.holder is not None and (now == self.holder or now[0] is None or now[0] != self.holder[0]):
            return False
        self.holder = now
        return True

    @staticmethod
    def present() -> tuple[Any, Any]:
        """(cell, number of its run)."""
        try:
            shell = get_ipython()  # type: ignore[name-defined]  # IPython has it among the builtins
        except NameError:
            return None, None
        try:
            cell = shell.kernel.get_parent("shell")["metadata"].get("cellId")
        except (AttributeError, KeyError, TypeError):
            cell = None
        return cell, shell.execution_count


_cells = _Cells()


def _script_text(state: Mapping[str, Any]) -> str:
    return json.dumps(state).replace("<", "\\u003c")


def of_session(session: Session) -> Explorer:
    session._session.set_folder(session._folder)
    state, _, _ = session._session.export("page", 0, 0, "", b"")
    made = json.loads(state)
    size = len(made.get("picture", {}).get("texels", "")) * 3 // 4
    _check_size(size, "Explore a session with a smaller file")
    return Explorer(_script_text({**made, "embed": True, **_language()}), "a session")


def of_texture(texture: Texture, at: Sequence[float] | None = None, fetch: Mapping[str, Any] | None = None) -> Explorer:
    texels = texture._first_level()
    _check_size(texels.nbytes, "Explore a texture of a part of the array, such as array[:512, :512]")
    session = texture.session()._session
    session.set("texture.path", "array")
    session.set("texture.mips", "box")
    session.set("fetch.function", {"linear": "texel"}.get(texture.dim, texture._noted_function))
    for name, value in (fetch or {}).items():
        if name != "at":
            session.set(name, value)
    pinned = None if at is None else _look_at(session, texture, at)
    state = {"name": "", "session": json.loads(session.json()), "picture": _packed(texture, texels), "embed": True,
             **({} if pinned is None else {"at": pinned}), **_language()}
    return Explorer(_script_text(state), repr(texture))


def of_explanation(explanation: Explanation) -> Explorer:
    assert explanation.texture is not None
    return of_texture(explanation.texture, explanation.fetch["at"], explanation.fetch)


def _language() -> dict[str, str]:
    """The chosen one; English is the browser's to choose."""
    code = say("", "zh-Hans")
    return {"lang": code} if code else {}


def _check_size(size: int, cure: str) -> None:
    if size > _MOST_BYTES:
        raise ValueError(f"the texels are {size / (1 << 20):.1f} MiB, and a panel takes up to {_MOST_BYTES >> 20}: the notebook's "
                         f"file would hold them. {cure}")


def _packed(texture: Texture, texels: np.ndarray) -> dict[str, Any]:
    axes = texels.shape[:-1] if texture._has_channel_axis else texels.shape
    flat = texture.dim in ("1d", "linear", "1d_layered")
    planes = 1 if texture.dim in ("1d", "linear", "2d") else axes[0]
    return {"width": axes[-1], "height": 1 if flat else axes[-2], "dimension": _DIMENSIONS[texture.dim], "planes": planes,
            "kind": "uif".index(texels.dtype.kind), "bits": 8 * texels.itemsize, "channels": texture.channels,
            "texels": base64.b64encode(texels.tobytes()).decode()}


def _look_at(session: _core.Session, texture: Texture, at: Sequence[float]) -> list[float]:
    """The point of the view at a coordinate, which the view is made to show."""
    if texture.dim.startswith("cube"):
        return list(at)
    sizes = [session.get(f"texture.{name}") for name in ("width", "height", "depth")]
    if texture.dim == "linear":
        return [(at[0] + 0.5) / sizes[0], 0.5]
    place = list(at) if texture.normalized else [one / size for one, size in zip(at, sizes)]
    if texture.dim == "3d":
        session.set("fetch.slice", place[2])
    if texture.dim.startswith("1d"):
        place[1] = 0.5
    reach = max(abs(one - 0.5) for one in place[:2])
    if reach > 0.5:
        session.set("view.span", 2.2 * reach)
    return place[:2]
