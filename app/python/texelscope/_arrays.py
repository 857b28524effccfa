"""Arrays of other libraries as NumPy's."""

from __future__ import annotations

from typing import Any

import numpy as np

_TO_HOST = ("get", "cpu", "copy_to_host")  # of CuPy, PyTorch and Numba


def host_array(value: Any) -> np.ndarray:
    """The array in the memory of the host: of an array on a GPU a copy, which its own library makes."""
    if isinstance(value, np.ndarray):
        return value
    if hasattr(value, "__cuda_array_interface__"):
        copy = next((made for made in (getattr(value, name, None) for name in _TO_HOST) if callable(made)), None)
        if copy is None:
            raise ValueError(f"a {type(value).__name__} is on a GPU, and has no method that copies it: get(), cpu() or "
                             "copy_to_host()")
        return host_array(copy())
    if getattr(value, "requires_grad", False) and callable(getattr(value, "detach", None)):
        value = value.detach()  # PyTorch gives NumPy no tensor that records gradients
    if not hasattr(value, "__array__") and not hasattr(value, "__array_interface__") and hasattr(value, "__dlpack__"):
        take = getattr(np, "from_dlpack", None)
        if take is None:
            raise ValueError(f"NumPy {np.__version__} takes no {type(value).__name__} by DLPack: 1.22 or newer does")
        return take(value)
    return np.asarray(value)
