"""Random sessions through every face: explain, render, sample, this package and the page return the same bits.

    node tests/web/page_values.mjs 500 1 | python3 one_value.py PROGRAM EXPLAIN_MANY

PROGRAM is texelscope, EXPLAIN_MANY build/release/tests/explain_many. Ends with 1 where two faces differ.
"""

import collections
import json
import pathlib
import subprocess
import sys
import tempfile

import numpy as np

import texelscope

SIZE = "64x48"
DIMENSIONS = {"1d": 1, "2d": 2, "3d": 3}
TYPES = {("unsigned", 8): np.uint8, ("unsigned", 16): np.uint16, ("unsigned", 32): np.uint32, ("signed", 8): np.int8,
         ("signed", 16): np.int16, ("signed", 32): np.int32, ("float", 16): np.float16, ("float", 32): np.float32}
DDS_HEADER = 148  # with the header of DX10; the texels follow, plane by plane, each with its levels


class ExplainMany:
    def __init__(self, program):
        self.process = subprocess.Popen([program], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)

    def __call__(self, *arguments):
        self.process.stdin.write("\t".join(arguments) + "\n")
        self.process.stdin.flush()
        lines = []
        while (line := self.process.stdout.readline()) != ".\n":
            if not line:
                raise SystemExit("explain_many ended")
            lines.append(line)
        return json.loads("".join(lines))


def levels_of(session, file):
    """The levels of a DDS file of the session's texture, as the package takes them."""
    words = np.frombuffer(file.read_bytes()[:DDS_HEADER], np.uint32)
    height, width, depth, count, planes = int(words[3]), int(words[4]), max(1, int(words[6])), max(1, int(words[7])), int(words[35])
    dimension, channels = session["texture.dimension"], session["texture.channels"]
    kind = np.dtype(TYPES[session["texture.kind"], session["texture.bits"]])
    planes *= 6 if "cube" in dimension else 1
    depth = depth if dimension == "3d" else 1
    data, at = np.frombuffer(file.read_bytes()[DDS_HEADER:], np.uint8), 0
    levels = [[] for _ in range(count)]
    for _ in range(planes):
        for level in range(count):
            shape = (max(1, depth >> level), max(1, height >> level), max(1, width >> level), channels)
            size = int(np.prod(shape)) * kind.itemsize
            levels[level].append(data[at:at + size].view(kind).reshape(shape))
            at += size
    if at != data.size:
        raise SystemExit(f"{data.size} bytes of texels, of which {at} are known: {dimension} {width} x {height} x {depth} x {planes}")
    rows = {"1d": lambda all: all[0, 0], "2d": lambda all: all[0], "1d_layered": lambda all: all[:, 0]}
    return [rows.get(dimension, lambda all: all)(np.concatenate(level)) for level in levels]


def numbers(fetch, name):
    """A list of numbers, whose NaN and infinities stand beside it as text."""
    return [value if value is not None else float(fetch[name + "_text"][i]) for i, value in enumerate(fetch[name])]


def number(fetch, name):
    return fetch[name] if fetch[name] is not None else float(fetch[name + "_text"])


def bits(values):
    return [f"{word:08x}" for word in np.asarray(values).astype(np.asarray(values).dtype.newbyteorder("="), copy=False).ravel().view(np.uint32)]


def package_bits(session, levels, fetch, dimension):
    address = [session[f"sampler.address_{axis}"] for axis in "xyz"]
    texture = texelscope.Texture(
        levels[0], DIMENSIONS.get(dimension, dimension), filter=session["sampler.filter"], address=address,
        normalized=session["sampler.normalized_coords"], read_mode=session["sampler.read_mode"],
        border=session["sampler.border_color"], srgb=session["sampler.srgb"], mips=levels[1:] or None,
        mip_filter=session["sampler.mip_filter"], mip_bias=session["sampler.mip_bias"], mip_min=session["sampler.mip_min"],
        mip_max=session["sampler.mip_max"], anisotropy=session["sampler.max_anisotropy"],
        seamless=session["sampler.seamless_cube"], gather_flag=dimension == "2d" and (session["texture.gather_flag"] or fetch["function"] == "tex2Dgather"),
        trilinear_optimization=not session["sampler.disable_trilinear_optimization"])
    at = np.array([int(c["bits"], 16) for c in fetch["coordinate"]], np.uint32).view(np.float32)
    axes = {"1d": 1, "1d_layered": 1, "2d": 2, "2d_layered": 2}.get(dimension, 3)
    layer = {"layer": fetch["layer"]["asked"]} if "layer" in fetch else {}
    name = fetch["function"]
    if name.endswith("gather"):
        value = texture.gather(at[:2], fetch.get("component", 0))
    elif name.endswith("Lod"):
        value = texture.lod(at[:axes], np.float32(number(fetch, "lod")), **layer)
    elif name.endswith("Grad"):
        value = texture.grad(at[:axes], np.float32(numbers(fetch, "dx")[:axes]), np.float32(numbers(fetch, "dy")[:axes]), **layer)
    else:
        value = texture(at[:axes], **layer)
    value = np.atleast_1d(value)
    if value.dtype.kind in "iu":
        value = value.astype(np.int32 if value.dtype.kind == "i" else np.uint32)
    return bits(value), at[:axes]


def sample_bits(program, session, levels, fetch, dimension, at, folder):
    arguments = [program, "sample", "--quiet", "--coords", folder / "at.npy", "--out", folder / "out.npy", "--dim", dimension.replace("_", "-"),
                 "--channels", str(session["texture.channels"])]
    for i, level in enumerate(levels):
        np.save(folder / f"level{i}.npy", level)
        arguments += ["--texture", folder / f"level{i}.npy"]
    np.save(folder / "at.npy", at[None])
    if "layer" in fetch:
        np.save(folder / "layers.npy", np.int32([fetch["layer"]["asked"]]))
        arguments += ["--layers", folder / "layers.npy"]
    name = fetch["function"]
    if name.endswith("Lod"):
        np.save(folder / "lod.npy", np.float32([number(fetch, "lod")]))
        arguments += ["--lod", folder / "lod.npy"]
    elif name.endswith("Grad"):
        np.save(folder / "gradients.npy", np.float32([numbers(fetch, "dx")[:at.size] + numbers(fetch, "dy")[:at.size]]))
        arguments += ["--gradients", folder / "gradients.npy"]
    elif name.endswith("gather"):
        arguments += ["--fetch.function", "gather", "--fetch.component", str(fetch.get("component", 0))]
    for field in ("address_x", "address_y", "address_z", "filter", "normalized_coords", "read_mode", "srgb", "mip_filter", "mip_bias", "mip_min",
                  "mip_max", "max_anisotropy", "disable_trilinear_optimization", "seamless_cube", "border_color"):
        value = session[f"sampler.{field}"]
        text = ",".join(map(repr, value)) if isinstance(value, list) else str(value).lower() if isinstance(value, bool) else str(value)
        arguments.append(f"--sampler.{field}={text}")
    if session["texture.gather_flag"] and dimension == "2d":
        arguments.append("--texture.gather_flag=on")
    done = subprocess.run(arguments, capture_output=True, text=True)
    if done.returncode:
        return done.stderr.strip()
    value = np.load(folder / "out.npy")
    if value.dtype.kind in "iu":
        value = value.astype(np.int32 if value.dtype.kind == "i" else np.uint32)
    return bits(value)


def main():
    program, explain = sys.argv[1], ExplainMany(sys.argv[2])
    counts, differ = collections.Counter(), []
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        for text in sys.stdin:
            given = json.loads(text)
            line, session = given["line"], texelscope.Session.from_share_line(given["line"])
            counts["sessions"] += 1
            done = subprocess.run([program, "render", line, "--quiet", "--backend", "cpu", "--size", SIZE, "-o", folder / "r.npy",
                                   "--texture-out", folder / "t.dds"], capture_output=True, text=True)
            if done.returncode:
                counts[f"render: {done.stderr.strip()[:110]}"] += 1
                continue
            rendered, levels = np.load(folder / "r.npy"), levels_of(session, folder / "t.dds")
            for pixel in given["page"]:
                x, y = pixel["at"]
                page = pixel["explained"]
                told = explain(line, "--at", f"{x},{y}", "--size", SIZE, "--backend", "cpu", "--json")
                if told.get("empty", "error" in told):
                    counts["empty pixels"] += 1
                    continue
                fetch, want = told["fetch"], told["handed_over"]
                dimension = session["texture.dimension"]
                seen = {"page": page["handed_over"], "render": bits(rendered[y, x])}
                try:
                    seen["package"], at = package_bits(session, levels, fetch, dimension)
                    sampled = sample_bits(program, session, levels, fetch, dimension, at, folder)
                    if isinstance(sampled, list):
                        seen["sample"] = sampled
                    else:  # it wants --normalized-coords where there are levels
                        counts["refused: " + sampled.split(" and more")[-1]] += 1
                except ValueError as error:
                    counts[f"refused: {str(error)[:110]}"] += 1
                for face, got in seen.items():
                    counts[face] += 1
                    length = min(len(got), len(want))
                    if got[:length] != want[:length]:
                        differ.append((face, line, pixel["at"], want, got))
    for what, count in sorted(counts.items(), key=lambda item: -item[1]):
        print(f"{count:6} {what}")
    for one in differ[:20]:
        print("differs:", *one)
    print(f"{len(differ)} values differ from explain's")
    return bool(differ)


if __name__ == "__main__":
    sys.exit(main())
