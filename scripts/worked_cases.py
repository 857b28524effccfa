#!/usr/bin/python3
"""Two worked cases for docs/worked-cases.md: the normals of a distance field, and a 3-D color table.

    worked_cases.py [--build BUILD]           writes docs/data/worked-cases.json and docs/pictures/normals.svg
    worked_cases.py --textures FOLDER [--table SIZE]
                                              writes the textures of the two sessions: sphere.npz and colors-SIZE.cube
    worked_cases.py --advice NAME=JSON...     makes docs/data/worked-cases-DEVICE.json of what `texelscope advise --json` printed

Each fetch is made in three ways: in exact arithmetic, by the texture unit (the package's model has the hardware's bits), and by
loads whose weights are floats.
"""

import argparse
import datetime
import json
import os
import statistics
import sys

import numpy as np

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))

# Trilinear fetches, of texels [z, y, x] or [z, y, x, channel] at coordinates in texels, x first


def mixed(texels, xyz, number):
    """The eight texels around each coordinate, mixed axis by axis in numbers of this type."""
    from_center = xyz.astype(number) - number(0.5)
    first = np.floor(from_center)
    weight = from_center - first
    last = np.array(texels.shape[2::-1]) - 1
    low = np.clip(first.astype(int), 0, last)
    high = np.clip(first.astype(int) + 1, 0, last)

    def mix(a, b, axis):
        w = weight[..., axis]
        return a + (b - a) * (w[..., None] if texels.ndim == 4 else w)

    def row(y, z):
        return mix(texels[z, y, low[..., 0]].astype(number), texels[z, y, high[..., 0]].astype(number), 0)

    def plane(z):
        return mix(row(low[..., 1], z), row(high[..., 1], z), 1)

    return mix(plane(low[..., 2]), plane(high[..., 2]), 2)


def exactly(texels):
    return lambda xyz: mixed(texels, xyz, np.float64)


def by_loads(texels):
    return lambda xyz: mixed(texels, xyz, np.float32).astype(np.float64)


def by_the_unit(texels, **sampler):
    import texelscope
    texture = texelscope.Texture(texels, 3, **sampler)
    return lambda xyz: texture(xyz.astype(np.float32)).astype(np.float64)


# The same values as texels of other types: the texels, and what their codes are multiplied by and added to

TYPES = {"f32": np.float32, "f16": np.float16, "u16": np.uint16, "u8": np.uint8}


def stored(values, name, low, high):
    number = TYPES[name]
    if name[0] == "f":
        return values.astype(number), 1.0, 0.0
    largest = np.iinfo(number).max
    return np.rint((np.clip(values, low, high) - low) / (high - low) * largest).astype(number), high - low, low


def decoded(texels):
    return texels / np.iinfo(texels.dtype).max if texels.dtype.kind == "u" else texels


def fetches(values, name, low, high):
    texels, scale, offset = stored(values, name, low, high)

    def scaled(fetch):
        return lambda xyz: fetch(xyz) * scale + offset

    return {"exact": scaled(exactly(decoded(texels))), "unit": scaled(by_the_unit(texels)),
            "loads": scaled(by_loads(decoded(texels).astype(np.float32)))}


# Case 1: normals of a distance field

STEPS = [1 / 64, 1 / 32, 1 / 16, 1 / 8, 3 / 16, 1 / 4, 3 / 8, 7 / 16, 1 / 2, 9 / 16, 5 / 8, 3 / 4, 7 / 8, 1, 5 / 4, 3 / 2, 7 / 4, 2]
BAND = 5  # distances beyond it are cut off: no fetch of a normal reads them


def grid(size):
    """The centers of texels [z, y, x], as x, y, z."""
    z, y, x = np.mgrid[0:size, 0:size, 0:size] + 0.5
    return np.stack([x, y, z], -1)


def sphere(size, radius):
    distance = np.linalg.norm(grid(size) - size / 2, axis=-1) - radius
    return np.clip(distance, -BAND, BAND)


def points_near(size, radius, count, seed=1):
    """Points within half a voxel of the sphere, and its normals there."""
    random = np.random.default_rng(seed)
    normal = random.normal(size=(count, 3))
    normal /= np.linalg.norm(normal, axis=-1, keepdims=True)
    at = (size / 2 + normal * (radius + random.uniform(-0.5, 0.5, (count, 1)))).astype(np.float32)
    away = at.astype(np.float64) - size / 2
    return at, away / np.linalg.norm(away, axis=-1, keepdims=True)


def unit_length(vectors):
    return vectors / np.maximum(np.linalg.norm(vectors, axis=-1, keepdims=True), 1e-30)


def by_differences(fetch, at, step):
    """Normals by central differences: six fetches, each a step away along one axis."""
    sides = np.eye(3, dtype=np.float32) * np.float32(step)
    return unit_length(np.stack([fetch(at + side) - fetch(at - side) for side in sides], -1))


def by_slopes(texels, at):
    """Normals as the slopes of the trilinear mix, from the same eight texels that a fetch reads: what smaller and smaller steps tend to
    within a voxel."""
    first = np.floor(at - 0.5)
    w = at.astype(np.float64) - 0.5 - first
    center = first + 0.5
    slopes = []
    for axis in range(3):
        ends = []
        for end in (0.0, 1.0):
            place = center + w
            place[:, axis] = center[:, axis] + end
            ends.append(mixed(texels, place, np.float64))
        slopes.append(ends[1] - ends[0])
    return unit_length(np.stack(slopes, -1))


def angles(normals, others):
    degrees = np.degrees(2 * np.arcsin(np.minimum(np.linalg.norm(normals - others, axis=-1) / 2, 1)))
    return {"worst": float(degrees.max()), "mean": float(degrees.mean()), "p99": float(np.percentile(degrees, 99))}


def best_step(by_step):
    step = min(by_step, key=lambda each: by_step[each]["worst"])
    return {"step": float(step), **by_step[step]}


def normals_case(size=64, radius=20, count=20000, steps=STEPS):
    at, true = points_near(size, radius, count)
    values = sphere(size, radius)
    found = {"size": size, "radius": radius, "points": count, "within": 0.5, "band": BAND, "texels": {}, "best": {}}
    for name in TYPES:
        ways = fetches(values, name, -BAND, BAND)
        made = {way: {str(step): by_differences(fetch, at, step) for step in steps} for way, fetch in ways.items()}
        found["texels"][name] = {way: {step: angles(n, true) for step, n in of.items()} for way, of in made.items()}
        found["best"][name] = {way: best_step(found["texels"][name][way]) for way in ways}
        if name == "f32":  # what the rounding of the weights alone turns the normals by
            found["rounding"] = {step: angles(n, made["exact"][step]) for step, n in made["unit"].items()}
    found["slopes"] = angles(by_slopes(values.astype(np.float32), at), true)
    return found


def other_spheres(count=20000):
    """Which step is best for other radii, and what normalized coordinates do where the size is no power of two."""
    found = {"radii": {}}
    for radius in (5, 10, 20, 25):
        at, true = points_near(64, radius, count)
        unit = by_the_unit(sphere(64, radius).astype(np.float32))
        found["radii"][str(radius)] = best_step({str(step): angles(by_differences(unit, at, step), true) for step in STEPS})
    size = 61
    at, true = points_near(size, 20, count)
    unit = by_the_unit(sphere(size, 20).astype(np.float32), normalized=True)
    by_step = {str(step): angles(by_differences(lambda xyz: unit(xyz / np.float32(size)), at, step), true) for step in STEPS}
    found["normalized"] = {"size": size, "at_half": by_step["0.5"], "best": best_step(by_step)}
    return found


# Case 2: a 3-D color table

TABLES = (17, 33, 65)
LARGEST = 16.0  # of the linear light that the table of light holds


def look(color):
    """More saturation and more contrast, from display values to display values."""
    gray = (color @ np.array([0.2126, 0.7152, 0.0722]))[..., None]
    vivid = np.clip(gray + (color - gray) * 1.15, 0, 1)
    return vivid * vivid * (3 - 2 * vivid) * 0.6 + vivid * 0.4


def light(color):
    """Other primaries, and less saturation in the highlights: from linear light to linear light."""
    other = color * LARGEST @ np.array([[0.80, 0.15, 0.05], [0.08, 0.86, 0.06], [0.04, 0.12, 0.84]]).T
    gray = (other @ np.array([0.2126, 0.7152, 0.0722]))[..., None]
    return other + (gray - other) * (gray / (gray + 8)) * 0.5


def decoded_srgb(code):
    return np.where(code <= 0.04045, code / 12.92, ((code + 0.055) / 1.055) ** 2.4)


def encoded_srgb(value):
    v = np.clip(value, 0, 1)
    return np.where(v <= 0.0031308, 12.92 * v, 1.055 * np.maximum(v, 1e-9) ** (1 / 2.4) - 0.055)


def table(function, size):
    """Red along x, green along y, blue along z."""
    return function((grid(size) - 0.5) / (size - 1))


def four(colors):
    return np.concatenate([colors, np.ones_like(colors[..., :1])], -1)


def of_levels(error):
    """Errors of colors in levels of 8 and of 10 bits: the worst channel of each."""
    worst = np.abs(error).max(-1)
    return {f"{part}{bits}": float(value * (2 ** bits - 1))
            for bits in (8, 10) for part, value in (("worst", worst.max()), ("mean", worst.mean()))}


def table_errors(function, color, show, size, types):
    """Of each way the error against exact arithmetic on the table as it is, and how many 8-bit results change; the table's own error."""
    values = four(table(function, size))
    at = (color * (size - 1) + 0.5).astype(np.float32)
    right = show(exactly(values)(at)[..., :3])
    found = {"table": of_levels(right - show(function(color)))}

    def add(name, got):
        shown = show(got[..., :3])
        found[name] = {**of_levels(shown - right),
                       "changed": float(np.mean((np.rint(shown * 255) != np.rint(right * 255)).any(-1)))}

    for name in types:
        ways = fetches(values, name, 0.0, 1.0)
        add("unit_" + name, ways["unit"](at))
        add("loads_" + name, ways["loads"](at))
    add("no_half_texel", by_the_unit(values.astype(np.float32), normalized=True)(color.astype(np.float32)))
    return found


def colors_case(count=100000, sizes=TABLES):
    """Random colors of 10 bits through each table. The table of light gets them as linear light, and sRGB shows its results."""
    codes = np.random.default_rng(2).integers(0, 1024, (count, 3)) / 1023
    linear = decoded_srgb(codes) / LARGEST
    return {"colors": count,
            "look": {str(n): table_errors(look, codes, lambda v: v, n, TYPES) for n in sizes},
            "light": {str(n): table_errors(light, linear, encoded_srgb, n, ("f32", "f16")) for n in sizes}}


# Files


def write_textures(folder, size):
    np.savez_compressed(os.path.join(folder, "sphere.npz"), sphere(64, 20).astype(np.float32))
    lines = [f"LUT_3D_SIZE {size}", *(" ".join(f"{part:.4f}" for part in color) for color in table(look, size).reshape(-1, 3))]
    with open(os.path.join(folder, f"colors-{size}.cube"), "w") as file:
        file.write("\n".join(lines) + "\n")


CURVES = (("f32", "exact", "exact arithmetic, or loads", "#6e7781"), ("f32", "unit", "the texture unit", "#1a7f37"),
          ("u8", "unit", "the texture unit, 8-bit texels", "#cf222e"))


def picture(case):
    """The worst angle over the step, both in powers."""
    width, height, left, right, top, bottom = 760, 420, 64, 32, 46, 52
    low, high = np.log10(0.01), np.log10(100)

    def place(step, degrees):
        x = left + (np.log2(step) + 6) / 7 * (width - left - right)
        return x, height - bottom - (np.log10(degrees) - low) / (high - low) * (height - top - bottom)

    parts = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" font-family="sans-serif" font-size="14">',
             f'<rect width="{width}" height="{height}" fill="#ffffff"/>']
    for power in range(-6, 2):
        x, _ = place(2.0 ** power, 1)
        text = f"1/{2 ** -power}" if power < 0 else str(2 ** power)
        parts += [f'<path d="M{x:.1f} {top}V{height - bottom}" stroke="#d8dee4"/>',
                  f'<text x="{x:.1f}" y="{height - bottom + 20}" text-anchor="middle">{text}</text>']
    for degrees in (0.01, 0.1, 1, 10, 100):
        _, y = place(1, degrees)
        parts += [f'<path d="M{left} {y:.1f}H{width - right}" stroke="#d8dee4"/>',
                  f'<text x="{left - 8}" y="{y + 5:.1f}" text-anchor="end">{degrees:g}°</text>']
    parts.append(f'<text x="{(left + width) / 2}" y="{height - 8}" text-anchor="middle">step in voxels</text>')
    for i, (texels, way, name, color) in enumerate(CURVES):
        by_step = case["texels"][texels][way]
        line = " ".join(f"{x:.1f},{y:.1f}" for x, y in (place(float(step), found["worst"]) for step, found in by_step.items()))
        x = (left, left + 230, left + 400)[i]
        parts += [f'<polyline points="{line}" fill="none" stroke="{color}" stroke-width="2"/>',
                  f'<path d="M{x} 20h24" stroke="{color}" stroke-width="3"/>', f'<text x="{x + 32}" y="25">{name}</text>']
    return "\n".join(parts) + "\n</svg>\n"


def short(value):
    """Numbers with four digits, which is all that the points and colors are good for."""
    if isinstance(value, dict):
        return {key: short(each) for key, each in value.items()}
    return float(f"{value:.4g}") if isinstance(value, float) else value


def write_json(path, data):
    with open(path, "w") as file:
        json.dump(data, file, indent=1)
        file.write("\n")


def advice_data(files, program):
    """What the pages quote of advice: of each choice its time over that of the present one, and its error."""
    made = {"date": datetime.date.today().isoformat(), "program": program, "cases": {}}
    for name, path in (each.split("=", 1) for each in files):
        with open(path) as file:
            advice = json.load(file)
        made["device"] = advice["device"]
        timed = {c["choice"]: statistics.median(c["ns"]) for c in advice["choices"] if "ns" in c}
        own = advice["choices"][0]["choice"]
        made["cases"][name] = {
            "own": own, "advised": advice["advised"], "allowed_error": advice["allowed_error"], "fetches": advice["scene"]["fetches"],
            "verdict": advice["verdict"],
            "choices": {c["choice"]: {"rate": 1 / timed[c["choice"]], "time": timed[c["choice"]] / timed[own], "bytes": c["bytes"],
                                      "worst_error": c["worst_error"], "mean_error": c["mean_error"]}
                        for c in advice["choices"] if "ns" in c}}
    return short(made)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--build", default=os.path.join(ROOT, "build/release"))
    parser.add_argument("--textures", metavar="FOLDER")
    parser.add_argument("--table", type=int, default=17, metavar="SIZE")
    parser.add_argument("--advice", nargs="+", metavar="NAME=JSON")
    options = parser.parse_args()
    if options.textures:
        return write_textures(options.textures, options.table)
    sys.path.insert(0, os.path.join(os.path.abspath(options.build), "python"))
    import texelscope
    if options.advice:
        made = advice_data(options.advice, texelscope.__version__)
        device = made["device"].split()[-1].lower()
        return write_json(os.path.join(ROOT, f"docs/data/worked-cases-{device}.json"), made)
    case = normals_case()
    write_json(os.path.join(ROOT, "docs/data/worked-cases.json"),
               short({"date": datetime.date.today().isoformat(), "program": texelscope.__version__,
                      "normals": {**case, **other_spheres()}, "colors": colors_case()}))
    with open(os.path.join(ROOT, "docs/pictures/normals.svg"), "w") as file:
        file.write(picture(case))


if __name__ == "__main__":
    sys.exit(main())
