"""Small pictures as PNG files."""

from __future__ import annotations

import base64
import struct
import zlib
from typing import Callable

import numpy as np


def png(pixels: np.ndarray) -> bytes:
    """A PNG file of uint8 of shape (height, width) or (height, width, 3)."""
    height, width = pixels.shape[:2]
    rows = pixels.reshape(height, -1)
    above = np.vstack([np.zeros_like(rows[:1]), rows[:-1]])
    files = (_packed(rows, 0), _packed(rows - above, 2))  # as they are, or the change from the row above
    header = struct.pack(">IIBBBBB", width, height, 8, 2 if pixels.ndim == 3 else 0, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + _chunk(b"IHDR", header) + _chunk(b"IDAT", min(files, key=len)) + _chunk(b"IEND", b"")


def _packed(rows: np.ndarray, filter_type: int) -> bytes:
    return zlib.compress(np.pad(rows, ((0, 0), (1, 0)), constant_values=filter_type).tobytes(), 9)


def _chunk(kind: bytes, content: bytes) -> bytes:
    return struct.pack(">I", len(content)) + kind + content + struct.pack(">I", zlib.crc32(kind + content))


def nearest(pixels: np.ndarray, width: int, height: int) -> np.ndarray:
    """The pixels at the centers of `width` x `height` equal parts."""
    at = [((2 * np.arange(count) + 1) * size // (2 * count)) for count, size in zip((height, width), pixels.shape)]
    return pixels[np.ix_(*at)]


def fitted(made: Callable[[int], np.ndarray], side: int, most_bytes: int) -> tuple[np.ndarray, bytes]:
    """The picture and its file, of the largest side up to `side` whose file has at most `most_bytes`. made: the picture of at most
    this side."""
    while True:
        pixels = made(side)
        file = png(pixels)
        if len(file) <= most_bytes or side <= 8:
            return pixels, file
        side = side * 3 // 4


def data_uri(file: bytes, kind: str) -> str:
    return f"data:{kind};base64,{base64.b64encode(file).decode()}"
