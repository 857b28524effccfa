#!/usr/bin/python3
"""Draws docs/pictures/remap.svg: a ramp between two texels as exact arithmetic, the texture unit and cv2.remap give it.

scripts/remap_figure.py [BUILD]; the values go to docs/data/remap.json. Needs python3-opencv.
"""

import datetime
import json
import os
import sys

root = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
build = os.path.abspath(sys.argv[1] if len(sys.argv) > 1 else os.path.join(root, "build/release"))
sys.path.insert(0, os.path.join(build, "python"))

import cv2  # noqa: E402
import numpy as np  # noqa: E402
import texelscope  # noqa: E402

# The tenth of the way from the center of the first texel to that of the second that lies in the middle.
positions = np.linspace(0.95, 1.05, 401, dtype=np.float32)
texels = np.array([[0, 1]], np.float32)
xy = np.stack([positions, np.full_like(positions, 0.5)], -1)[None]
curves = {"exact arithmetic": xy[0, :, 0].astype(np.float64) - 0.5,
          "the texture unit": texelscope.Texture(texels)(xy)[0].astype(np.float64),
          "cv2.remap": cv2.remap(texels, xy - np.float32(0.5), None, cv2.INTER_LINEAR,
                                 borderMode=cv2.BORDER_REPLICATE)[0].astype(np.float64)}
with open(os.path.join(root, "docs/data/remap.json"), "w") as file:
    json.dump({"date": datetime.date.today().isoformat(), "opencv": cv2.__version__, "texelscope": texelscope.__version__,
               "positions": positions.tolist(), **{name: values.tolist() for name, values in curves.items()}}, file)
    file.write("\n")

width, height, left, right, bottom = 760, 400, 64, 32, 52
colors = {"exact arithmetic": "#6e7781", "the texture unit": "#1a7f37", "cv2.remap": "#cf222e"}


def place(x, y):
    return left + (x - 0.95) / 0.1 * (width - left - right), height - bottom - (y - 0.43) / 0.14 * (height - bottom - 46)


parts = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" font-family="sans-serif" font-size="14">',
         f'<rect width="{width}" height="{height}" fill="#ffffff"/>']
for i in range(5):
    x, y = place(0.95 + i * 0.025, 0.45 + i * 0.025)
    parts += [f'<path d="M{x:.1f} 40V{height - bottom}M{left} {y:.1f}H{width - right}" stroke="#d8dee4"/>',
              f'<text x="{x:.1f}" y="{height - bottom + 20}" text-anchor="middle">{0.95 + i * 0.025:.3f}</text>',
              f'<text x="{left - 8}" y="{y + 5:.1f}" text-anchor="end">{0.45 + i * 0.025:.3f}</text>']
parts.append(f'<text x="{(left + width) / 2}" y="{height - 8}" text-anchor="middle">coordinate in texels, from a texel of 0 to one of 1</text>')
for i, (name, values) in enumerate(curves.items()):
    line = " ".join(f"{x:.2f},{y:.2f}" for x, y in (place(*point) for point in zip(positions, values)))
    parts += [f'<polyline points="{line}" fill="none" stroke="{colors[name]}" stroke-width="2"/>',
              f'<path d="M{left + 200 * i} 20h24" stroke="{colors[name]}" stroke-width="3"/>',
              f'<text x="{left + 200 * i + 32}" y="25">{name}</text>']
with open(os.path.join(root, "docs/pictures/remap.svg"), "w") as file:
    file.write("\n".join(parts) + "\n</svg>\n")
