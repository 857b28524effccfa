"""Sessions: fields, files, share lines, notes."""

import json
import os

import pytest

from texelscope import Session


def test_fields_are_read_and_set():
    s = Session({"sampler.filter": "point", "texture.width": 32})
    assert s["sampler.filter"] == "point" and s["texture.width"] == 32
    s["view.rotation"] = 30.5
    s["sampler.border_color"] = [0, 0.5, 1, 1]
    s["sampler.normalized_coords"] = False
    assert s["sampler.border_color"] == [0, 0.5, 1, 1] and s["sampler.normalized_coords"] is False
    assert set(s.differing(Session())) == {"sampler.filter", "texture.width", "view.rotation", "sampler.border_color",
                                           "sampler.normalized_coords"}
    assert "sampler.filter" in s and len(s) == len(list(s)) > 50
    assert dict(s.items())["texture.width"] == 32
    assert "'sampler.filter': 'point'" in repr(s)


@pytest.mark.parametrize("name, value, error", [
    ("sampler.filtr", "point", KeyError), ("sampler.filter", "cubic", ValueError), ("texture.width", 0, ValueError),
    ("texture.width", "wide", ValueError), ("sampler.normalized_coords", 3, ValueError),
    ("view.rotation", float("nan"), ValueError),
])
def test_bad_fields(name, value, error):
    s = Session()
    with pytest.raises(error, match=name.replace(".", r"\.")):
        s[name] = value
    assert s == Session()


def test_files_go_round(tmp_path):
    s = Session({"sampler.filter": "point", "view.rotation": 12.25})
    s.save(tmp_path / "one.json")
    assert Session.load(tmp_path / "one.json") == s
    assert Session.from_json(s.json()) == s
    assert json.loads(s.json())["sampler"]["filter"] == "point"


def test_a_texture_file_stays_reachable(tmp_path):
    (tmp_path / "a").mkdir()
    (tmp_path / "b").mkdir()
    (tmp_path / "a" / "one.json").write_text(
        '{"version": 1, "texture": {"source": "file", "path": "t.png"}}')
    Session.load(tmp_path / "a" / "one.json").save(tmp_path / "b" / "two.json")
    written = json.loads((tmp_path / "b" / "two.json").read_text())["texture"]["path"]
    assert os.path.normpath(tmp_path / "b" / written) == str(tmp_path / "a" / "t.png")


def test_broken_files(tmp_path):
    path = tmp_path / "bad.json"
    for text, sentence in [("{", "bad.json"), ('{"version": 2}', "version"), ('{"version": 1, "sampler": {"filtr": 1}}', "filtr")]:
        path.write_text(text)
        with pytest.raises(ValueError, match=sentence):
            Session.load(path)
    with pytest.raises((ValueError, OSError), match="missing.json"):
        Session.load(tmp_path / "missing.json")
    with pytest.raises((ValueError, OSError)):
        Session().save(tmp_path / "no" / "folder.json")


def test_share_lines():
    s = Session({"sampler.address_x": "mirror", "fetch.lod": 1.5, "fetch.function": "lod"})
    line = s.share_line()
    assert line.startswith("tx1.") and Session.from_share_line(line) == s
    with pytest.raises(ValueError):
        Session.from_share_line(line[:-3])


def test_notes():
    s = Session({"sampler.normalized_coords": False})
    note = next(note for note in s.notes if note.kind == "altered")
    for name, value in note.fix.items():
        s[name] = value
    assert not any(other.kind == "altered" and other.field == note.field for other in s.notes)


def test_copies_are_independent():
    s = Session()
    other = s.copy()
    other["sampler.filter"] = "point"
    assert s["sampler.filter"] == "linear" and s != other
