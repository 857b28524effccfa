"""scripts/worked_cases.py: its fetches and normals against values derived by hand, its data against a new computation of a part of
them, and the textures of the two shipped sessions."""

import importlib.util
import json
import os
import pathlib
import subprocess

import numpy as np
import pytest

import texelscope

ROOT = pathlib.Path(__file__).resolve().parents[2]
SPEC = importlib.util.spec_from_file_location("worked_cases", ROOT / "scripts/worked_cases.py")
cases = importlib.util.module_from_spec(SPEC)
SPEC.loader.exec_module(cases)
DATA = json.loads((ROOT / "docs/data/worked-cases.json").read_text(encoding="utf-8"))
FIRST = np.arange(8, dtype=np.float32).reshape(2, 2, 2)  # x + 2 y + 4 z


def test_three_ways_of_one_fetch():
    at = np.float32([[1, 1, 1], [0.75, 1, 1.25], [0.5, 0.5, 0.5], [-3, 9, 0.5]])
    by_hand = [3.5, 0.25 + 2 * 0.5 + 4 * 0.75, 0, 2]
    for fetch in (cases.exactly(FIRST), cases.by_loads(FIRST), cases.by_the_unit(FIRST)):
        np.testing.assert_array_equal(fetch(at), by_hand)  # the weights are whole 256ths
    third = np.float32([[0.5 + 1 / 3, 0.5, 0.5]])
    assert cases.exactly(FIRST)(third)[0] == pytest.approx(1 / 3, abs=1e-7)
    assert cases.by_the_unit(FIRST)(third)[0] == 85 / 256
    colors = np.stack([FIRST, 10 * FIRST], -1)
    np.testing.assert_array_equal(cases.exactly(colors)(at[:2]), [[3.5, 35], [4.25, 42.5]])


def test_codes_stand_for_values_between_low_and_high():
    texels, scale, offset = cases.stored(np.array([-5, 0, 2, 5, 9.0]), "u8", -5, 5)
    np.testing.assert_array_equal(texels, [0, 128, 178, 255, 255])  # 127.5 to even, 178.5 to even
    assert (scale, offset) == (10, -5)
    assert cases.stored(np.array([0.1]), "f16", 0, 1)[0][0] == np.float16(0.1)


def test_the_normals_of_a_plane_are_right_by_exact_arithmetic_and_at_half_a_voxel():
    direction = np.array([0.48, 0.6, 0.64])
    field = (cases.grid(16) @ direction).astype(np.float32)
    at = np.random.default_rng(5).uniform(4, 12, (500, 3)).astype(np.float32)
    for step in (1 / 16, 0.5, 0.75, 1):
        assert cases.angles(cases.by_differences(cases.exactly(field), at, step), direction)["worst"] < 1e-3
    unit = cases.by_the_unit(field)
    assert cases.angles(cases.by_differences(unit, at, 0.5), direction)["worst"] < 1e-3
    # Of each of the two fetches each weight is off by up to 1/512, along the axis and, by the rounding of products, across.
    for step in (1 / 16, 0.25):
        worst = cases.angles(cases.by_differences(unit, at, step), direction)["worst"]
        assert 0.1 / step / 2 < worst < np.degrees(np.sqrt(3) * 8 / 512 / step)
    assert cases.angles(cases.by_slopes(field, at), direction)["worst"] < 1e-3


def test_angles_are_degrees():
    found = cases.angles(np.array([[1.0, 0, 0], [1, 0, 0]]), np.array([[0, 1.0, 0], [1, 0, 0]]))
    assert found["worst"] == pytest.approx(90) and found["mean"] == pytest.approx(45)


def test_half_a_voxel_is_best_for_a_sphere_whatever_fetches_but_from_bytes():
    found = cases.normals_case(size=24, radius=6, count=1500, steps=[1 / 64, 1 / 4, 3 / 8, 7 / 16, 1 / 2, 9 / 16, 5 / 8, 1, 3 / 2])
    for name in ("f32", "f16", "u16"):
        for way in ("exact", "unit", "loads"):
            assert found["best"][name][way]["step"] == 0.5, (name, way)
    assert found["best"]["u8"]["unit"]["step"] > 0.5
    f32 = found["texels"]["f32"]
    assert f32["unit"][str(1 / 64)]["worst"] > 10 > 7 > f32["exact"][str(1 / 64)]["worst"] > f32["exact"]["0.25"]["worst"]
    # Between two centers the slope is that of their middle: off by up to half a voxel of the circle's turn.
    assert found["slopes"]["worst"] < 1.3 * np.degrees(np.sqrt(2) * 0.5 / (6 - 0.5))
    assert found["slopes"]["mean"] == pytest.approx(f32["exact"][str(1 / 64)]["mean"], rel=0.05)
    rounding = found["rounding"]
    assert rounding["0.5"]["worst"] < rounding["1"]["worst"] * 2 < rounding["0.4375"]["worst"] / 4


def test_a_table_of_the_identity():
    values = cases.table(lambda color: color, 33)
    np.testing.assert_array_equal(values[0, 0, 32], [1, 0, 0])
    np.testing.assert_array_equal(values[16, 8, 0], [0, 0.25, 0.5])
    color = np.random.default_rng(3).random((2000, 3))
    found = cases.table_errors(lambda c: c, color, lambda v: v, 33, ("f32", "u8"))
    assert found["table"]["worst10"] < 1e-3
    # An entry is 1/32. Along x a weight is rounded once, then in each of two slices.
    assert 1.5 / 512 < found["unit_f32"]["worst10"] / 1023 * 32 < 3.001 / 512
    assert found["unit_f32"]["worst8"] == pytest.approx(found["unit_f32"]["worst10"] * 255 / 1023)
    assert 0.4 < found["loads_u8"]["worst8"] <= 0.5 + 1e-6
    assert found["loads_f32"]["worst10"] < 1e-3
    # c * 33 lies c - 0.5 beside c * 32 + 0.5.
    assert found["no_half_texel"]["worst10"] == pytest.approx(0.5 / 32 * 1023, rel=0.03)
    assert found["no_half_texel"]["changed"] > 0.9


def test_the_colors_themselves():
    np.testing.assert_allclose(cases.look(np.array([[0.5, 0.5, 0.5], [0, 0, 0], [1, 1, 1]])), [[0.5] * 3, [0] * 3, [1] * 3])
    np.testing.assert_allclose(cases.light(np.array([[0, 0, 0], [0.5, 0.5, 0.5]])), [[0] * 3, [8] * 3])
    assert cases.encoded_srgb(np.array(0.2140411)) == pytest.approx(0.5, abs=1e-6)
    codes = np.array([0, 0.02, 0.5, 1])
    np.testing.assert_allclose(cases.encoded_srgb(cases.decoded_srgb(codes)), codes, atol=1e-6)


def test_the_data_are_what_the_script_computes():
    normals = DATA["normals"]
    at, true = cases.points_near(64, 20, normals["points"])
    field = cases.sphere(64, 20)
    for name, way, step in (("f32", "unit", 0.5), ("f32", "exact", 1 / 64), ("u8", "unit", 1), ("f16", "loads", 0.25)):
        fetch = cases.fetches(field, name, -cases.BAND, cases.BAND)[way]
        new = cases.short(cases.angles(cases.by_differences(fetch, at, step), true))
        assert normals["texels"][name][way][str(step)] == pytest.approx(new, rel=2e-3)
    new = cases.short(cases.colors_case(DATA["colors"]["colors"], (33,)))
    for kind in ("look", "light"):
        for way, errors in new[kind]["33"].items():
            assert DATA["colors"][kind]["33"][way] == pytest.approx(errors, rel=2e-3, abs=2e-5), (kind, way)


def test_what_the_page_says_of_the_data():
    normals, colors = DATA["normals"], DATA["colors"]
    for name in ("f32", "f16", "u16"):
        assert normals["best"][name]["unit"]["step"] == 0.5
    assert all(best["step"] == 0.5 for best in normals["radii"].values())
    assert normals["best"]["u8"]["unit"]["step"] == 2 == max(cases.STEPS)
    exact, unit = normals["texels"]["f32"]["exact"], normals["texels"]["f32"]["unit"]
    assert sorted(exact, key=lambda step: exact[step]["worst"])[:4] == ["0.5", "1", "1.5", "2"]
    assert sorted(unit, key=lambda step: unit[step]["worst"])[:4] == ["0.5", "1", "1.5", "2"]
    assert normals["normalized"]["at_half"]["mean"] < normals["normalized"]["best"]["mean"]
    assert normals["slopes"]["worst"] > 20 * unit["0.5"]["worst"]
    for size in ("17", "33", "65"):
        look, light = colors["look"][size], colors["light"][size]
        assert look["unit_f32"]["worst10"] < look["table"]["worst10"] / 10
        assert look["loads_u16"]["worst10"] < look["loads_f16"]["worst10"]
        assert light["unit_f32"]["worst10"] > 2 * light["table"]["worst10"] / 1.1
        assert light["loads_f32"]["worst10"] < 0.001
    assert colors["look"]["33"]["unit_f32"]["worst10"] < 0.5 < colors["look"]["17"]["unit_f32"]["worst10"]


def test_what_the_page_says_of_the_advice():
    advice = json.loads((ROOT / "docs/data/worked-cases-h200.json").read_text(encoding="utf-8"))["cases"]
    assert {name: case["advised"] for name, case in advice.items()} == {
        "sdf": "array.f32", "sdf_error": "filter.f32", "table_17_8bit": "array.f16", "table_17_10bit": "array.u16",
        "table_33_8bit": "array.u16", "table_33_10bit": "array.u16"}
    assert advice["sdf_error"]["choices"]["filter.f32"]["time"] > 1.5
    for name in ("table_17_8bit", "table_17_10bit", "table_33_8bit", "table_33_10bit"):
        choices = advice[name]["choices"]
        assert choices["array.u16"]["time"] < choices["filter.f32"]["time"] < 1
        assert choices["array.u16"]["time"] == pytest.approx(choices["array.f16"]["time"], rel=0.02)
        assert choices["array.u8"]["worst_error"] > 0.5 / 255 > choices["array.f16"]["worst_error"]
        assert choices["array.f16"]["worst_error"] > 0.5 / 1023 > choices["array.u16"]["worst_error"]


def test_the_errors_on_the_device_are_the_models():
    """The session's picture by the model, against exact arithmetic: what advise found on an H200."""
    advice = json.loads((ROOT / "docs/data/worked-cases-h200.json").read_text(encoding="utf-8"))["cases"]
    picture = texelscope.Session.load(ROOT / "assets/sessions/67-distance-field.json").render(1920, 1080)[..., 0]
    y, x = np.mgrid[0:1080, 0:1920]
    at = np.stack([32 + (x + 0.5 - 960) / 1080 * 64, (y + 0.5) / 1080 * 64, np.full(x.shape, 0.4 * 64)], -1)
    error = np.abs(picture - cases.exactly(cases.sphere(64, 20).astype(np.float32))(at))
    assert advice["sdf"]["choices"]["array.f32"]["worst_error"] == pytest.approx(error.max(), rel=0.01)
    assert advice["sdf"]["choices"]["array.f32"]["mean_error"] == pytest.approx(error.mean(), rel=0.01)


def test_the_sessions_have_the_scripts_textures(tmp_path):
    cases.write_textures(tmp_path, 17)
    shipped = ROOT / "assets/sessions"
    assert (tmp_path / "colors-17.cube").read_bytes() == (shipped / "colors-17.cube").read_bytes()
    made, there = np.load(tmp_path / "sphere.npz"), np.load(shipped / "sphere.npz")
    np.testing.assert_array_equal(made[made.files[0]], there[there.files[0]])
    center = made[made.files[0]][31:33, 31:33, 12:14]
    np.testing.assert_allclose(center[0, 0], [np.sqrt(19.5 ** 2 + 0.5) - 20, np.sqrt(18.5 ** 2 + 0.5) - 20], rtol=1e-5)


def test_the_sessions_pictures():
    distance = texelscope.Session.load(ROOT / "assets/sessions/67-distance-field.json").render(64, 64)
    assert distance.shape[:2] == (64, 64)
    values = distance[..., 0] if distance.ndim == 3 else distance
    # The slice lies 6.4 voxels above the center; a pixel is a voxel.
    for x in (18, 32, 51):
        away = np.sqrt((x + 0.5 - 32) ** 2 + 0.5 ** 2 + 6.4 ** 2) - 20
        assert values[32, x] == pytest.approx(np.clip(away, -5, 5), abs=0.02)


def test_advice_becomes_data(tmp_path):
    def choice(name, ns, worst):
        return {"choice": name, "ns": ns, "worst_error": worst, "mean_error": worst / 4, "bytes": 1 << 20}

    advice = {"device": "NVIDIA H200", "advised": "filter.f32", "allowed_error": 0.001, "verdict": "Take it.",
              "scene": {"fetches": 1000},
              "choices": [choice("array.f32", [0.04, 0.02, 0.03], 0.006), choice("filter.f32", [0.06, 0.06, 0.06], 1e-6),
                          {"choice": "tile.f32", "refused": "no room"}]}
    (tmp_path / "a.json").write_text(json.dumps(advice))
    made = cases.advice_data([f"sdf={tmp_path / 'a.json'}"], "1.2.3")
    assert (made["device"], made["program"]) == ("NVIDIA H200", "1.2.3")
    sdf = made["cases"]["sdf"]
    assert (sdf["own"], sdf["advised"], list(sdf["choices"])) == ("array.f32", "filter.f32", ["array.f32", "filter.f32"])
    assert sdf["choices"]["filter.f32"]["time"] == pytest.approx(2)
    assert sdf["choices"]["array.f32"]["rate"] == pytest.approx(33.33)


def test_the_program_writes_textures(tmp_path):
    subprocess.run([str(ROOT / "scripts/worked_cases.py"), "--textures", str(tmp_path), "--table", "5"], check=True)
    lines = (tmp_path / "colors-5.cube").read_text().splitlines()
    assert lines[0] == "LUT_3D_SIZE 5" and len(lines) == 1 + 5 ** 3
    assert (lines[1], lines[-1]) == ("0.0000 0.0000 0.0000", "1.0000 1.0000 1.0000")
    assert os.path.getsize(tmp_path / "sphere.npz") < 65536
