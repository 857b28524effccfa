"""Sessions: the states that the program shows, saves and shares."""

from __future__ import annotations

import os
from dataclasses import dataclass, field
from typing import Any, Iterator, Union

import numpy as np
from numpy.typing import NDArray

from . import _core, _explorer, _show
from ._arguments import as_text, encoded_path, field_value, whole
from ._explorer import Explorer

Value = Union[bool, int, float, str, list]


@dataclass(frozen=True)
class Note:
    """What the hardware does with a setting other than what was requested.

    kind: "refused" (CUDA returns an error), "altered" (it silently does something else) or "no_effect".
    field: the setting's name in a session, such as "sampler.address_x".
    sentence: what was requested, and what happens instead.
    rule: the rule behind it, with CUDA's names.
    fix: settings that cure it, by name; may be empty.
    """

    kind: str
    field: str
    sentence: str
    rule: str
    fix: dict[str, Value] = field(default_factory=dict)


def notes_from(core_notes: list) -> list[Note]:
    return [Note(*note) for note in core_notes]


class Session:
    """A session: a texture, a sampler, a fetch, writes and a view, as fields with names.

        s = texelscope.Session.load("assets/sessions/05-mirror.json")
        s["sampler.filter"] = "point"
        s.save("mine.json")
        print(s.share_line())

    A session acts as a mapping whose keys are all fields (`list(s)`). A value that does not fit is a ValueError, a
    field that does not exist a KeyError. A session can be pickled and copied.
    """

    def __init__(self, values: dict[str, Value] | None = None) -> None:
        """The program's first state, changed by `values`: {"sampler.filter": "point"}."""
        self._session = _core.Session()
        self._folder = b""
        for name, value in (values or {}).items():
            self[name] = value

    @classmethod
    def _of(cls, core: _core.Session, folder: bytes = b"") -> Session:
        made = cls()
        made._session, made._folder = core, folder
        return made

    @classmethod
    def load(cls, path: str | os.PathLike[str]) -> Session:
        """Reads a session file. ValueError names the file, the line and what is wrong."""
        return cls._of(*_core.load_session(encoded_path(path)))

    @classmethod
    def from_json(cls, text: str) -> Session:
        """The session that a file with this text holds."""
        return cls._of(_core.parse_session(as_text(text, "a session's JSON"), "session"))

    @classmethod
    def from_share_line(cls, line: str) -> Session:
        """The session of a share line, "tx1.…"; ValueError if the line is damaged."""
        return cls._of(_core.parse_share_line(as_text(line, "a share line")))

    def save(self, path: str | os.PathLike[str]) -> None:
        """Writes a session file: either the whole file appears, or nothing. The path of a texture file is written so
        that it leads to the same file from the new place."""
        self._session.save(encoded_path(path), self._folder)

    def json(self) -> str:
        """The text of the session's file."""
        return self._session.json()

    def share_line(self) -> str:
        """The session as one line of text. It names a texture file by its path; brush strokes that do not fit are a
        ValueError."""
        return self._session.share_line()

    @property
    def notes(self) -> list[Note]:
        """What the hardware refuses, alters or ignores, gravest first."""
        return notes_from(self._session.notes())

    def differing(self, other: Session) -> list[str]:
        """The names of the fields in which two sessions differ."""
        if not isinstance(other, Session):
            raise TypeError(f"a Session is needed, not {type(other).__name__}")
        return self._session.differing(other._session)

    def copy(self) -> Session:
        return self._of(self._session.copy(), self._folder)

    def render(self, width: int = 0, height: int = 0, *, frames_limit: int = 0) -> NDArray:
        """The session's picture, as `texelscope render --backend cpu` writes it to a .npy file: four numbers a pixel, float32 or
        the texels' kind of 32-bit integers.

        width, height: pixels; both 0: 640 x 480. A view that resizes has its own size.
        frames_limit: the most frames of a feedback that are computed; 0: 100000.
        ValueError: what CUDA refuses, or a fetch body of the session's own, which the program alone compiles. OSError: the
        texture's file cannot be read.
        """
        width, height, kind, content = self._rendered(width, height, frames_limit, "values")
        return np.frombuffer(content, f"{kind}4").reshape(height, width, 4).copy()

    def png(self, width: int = 0, height: int = 0, *, frames_limit: int = 0) -> bytes:
        """The same picture as a PNG file, in the colors of the session's view."""
        return self._rendered(width, height, frames_limit, "png")[3]

    def _rendered(self, width: int, height: int, frames_limit: int, part: str) -> tuple[int, int, str, bytes]:
        self._session.set_folder(self._folder)
        return self._session.render(whole(width, "width"), whole(height, "height"), whole(frames_limit, "frames_limit"), part)

    def export(self, target: str, path: str | os.PathLike[str] | None = None, *, width: int = 0, height: int = 0) -> str:
        """The program that samples the session's texture by another API, as `texelscope export --as` writes it.

        target: "cuda", "driver", "hip", "opengl", "webgpu", "numpy", "cupy", "cuda_core", "torch" or "warp".
        path: where the program is written, beside a file with its texels if those exceed 64 KiB; None: nowhere, and such a
            session is a ValueError.
        width, height: as of `render`.
        What the API cannot express is a comment of the program.
        """
        self._session.set_folder(self._folder)
        at = b"" if path is None else encoded_path(path)
        program, _, texels = self._session.export(as_text(target, "target"), whole(width, "width"), whole(height, "height"), "",
                                                  at)
        if path is not None:
            if texels:
                with open(os.fsdecode(at) + ".texels", "wb") as file:
                    file.write(texels)
            with open(path, "w", encoding="utf-8") as file:
                file.write(program)
        return program

    def _repr_html_(self) -> str:
        """What a notebook shows: the picture, the fields that differ from the first state, and the notes."""
        return _show.session_html(self)

    def explore(self) -> Explorer:
        """The panel of the pages for browsers in a notebook's cell, which begins with this session. See `texelscope.Explorer`."""
        return _explorer.of_session(self)

    def __reduce__(self) -> tuple[Any, ...]:
        changed = {name: self[name] for name in self.differing(Session())}
        return type(self), (changed,), {"_folder": self._folder}

    def __getitem__(self, name: str) -> Value:
        return self._session.get(_known(name))

    def __setitem__(self, name: str, value: Value) -> None:
        self._session.set(_known(name), field_value(name, value))

    def __iter__(self) -> Iterator[str]:
        return iter(_core.field_paths())

    def __len__(self) -> int:
        return len(_core.field_paths())

    def __contains__(self, name: object) -> bool:
        return name in _core.field_paths()

    def keys(self) -> list[str]:
        return _core.field_paths()

    def items(self) -> list[tuple[str, Value]]:
        return [(name, self[name]) for name in self]

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Session) and self._session == other._session

    def __repr__(self) -> str:
        changed = {name: self[name] for name in self.differing(Session())}
        return f"Session({changed})"


def _known(name: Any) -> str:
    """The name, unless it cannot be a field's."""
    if isinstance(name, str) and name.isascii():
        return name
    raise KeyError(f"a session has no field {name!r}")
