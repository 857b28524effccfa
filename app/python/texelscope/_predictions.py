"""Predictions that a learner makes before a fetch, graded by the model."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from typing import Any, Callable, Sequence

import numpy as np
from numpy.typing import ArrayLike

from . import _html
from ._gpu import Gpu
from ._language import say
from ._texture import Texture

_COLORS = {"right": _html.GREEN, "near": _html.AMBER, "wrong": _html.RED, "shown": _html.GRAY, "open": _html.GRAY}


@dataclass(frozen=True)
class Graded:
    """A prediction beside what is computed.

    grade: "right", "near", "wrong", "shown" (the answer was asked for) or "open" (nothing was predicted yet).
    predicted, answer: as text; an open prediction's answer is not there.
    why: explanations, as text and as HTML.
    """

    question: str
    grade: str
    predicted: str
    answer: str
    said: str
    why: Sequence[tuple[str, str]] = ()

    def __str__(self) -> str:
        return "\n\n".join([self.said, *(text for text, _ in self.why)])

    __repr__ = __str__

    def _repr_html_(self) -> str:
        inner = [_html.sentence(self.said, bold=True)]
        if self.why:
            inner.append(_html.folded(say("Why?", "为什么？"), "".join(html for _, html in self.why)))
        return _html.box(_COLORS[self.grade], *inner)


class Predictions:
    """Grades predictions exactly, says why they are right or wrong, and sums them up.

        predict = texelscope.Predictions()
        predict("1", ..., texture, [1.0, 0.5])

    In place of `...` stands what the learner predicts: a number, an expression such as 77 / 256, a text, a list, or for
    `cure` a dict of settings. `...` itself leaves the question open and keeps its answer hidden; None asks for the answer.

    gpu: a GPU that fetches too: the outcome says whether it returns the same bits.
    """

    def __init__(self, gpu: Gpu | None = None) -> None:
        self._gpu = gpu
        self.graded: dict[str, Graded] = {}

    def __call__(self, question: str, predicted: Any, answer: Texture | Callable[[], Any] | Any, xy: ArrayLike | None = None,
                 *, tolerance: float = 1 / 512, why: Sequence[Any] | None = None) -> Graded:
        """Grades one prediction. A question that is asked again replaces its earlier grade.

        answer: a texture, from which is fetched at the coordinate `xy`; else the answer itself, or a function that returns it.
        tolerance: what is near. Right is what rounds to the same float32 alone, or is the same number or text.
        why: what explains the answer, such as an Explanation or a list of notes; a fetch is explained by itself.
        """
        if predicted is ...:
            return self._keep(_open(question))
        said = ""
        if isinstance(answer, Texture):
            texture, answer = answer, answer(np.asarray(xy, np.float32))
            why = [texture.explain(xy)] if why is None else why
            if self._gpu:
                said = self._of_gpu(texture, xy, answer)
        elif callable(answer):
            answer = answer()
        grade = "shown" if predicted is None else _grade(predicted, answer, tolerance)
        return self._keep(_graded(question, grade, predicted, answer, said, why or ()))

    def cure(self, question: str, predicted: Any, draw: Callable[..., ArrayLike], right: ArrayLike | str) -> Graded:
        """Grades a cure of a wrong picture: `draw(**predicted)` must have the bits of `right`.

        right: the picture, or its digest, which does not give it away. A setting that `draw` refuses is a wrong cure,
        and the outcome says why."""
        if predicted is ...:
            return self._keep(Graded(question, "open", "", "", say(
                f"{question}: unanswered. Write a dict of settings in place of ... and run the cell again.",
                f"{question}：未作答。把 ... 换成写有设置的字典，再运行这个单元格。")))
        if predicted is None:
            raise ValueError("a cure has no answer to show: it is a dict of settings, such as {'filter': 'linear'}")
        shown = repr(predicted)
        try:
            drawn = np.asarray(draw(**predicted))
        except (TypeError, ValueError) as error:
            return self._keep(Graded(question, "wrong", shown, "", say(
                f"{question}: not cured: {error}", f"{question}：没有修好：{error}")))
        if isinstance(right, str):
            cured = self.digest(drawn) == right
            said = (say(f"{question}: cured. All {drawn.size} values have the bits of the right picture.",
                        f"{question}：修好了。全部 {drawn.size} 个值都与正确图像逐位相同。") if cured else
                    say(f"{question}: not cured yet.", f"{question}：还没修好。"))
            return self._keep(Graded(question, "right" if cured else "wrong", shown, "", said))
        right = np.asarray(right)
        if drawn.shape != right.shape or drawn.dtype != right.dtype:
            said = say(f"{question}: not cured: the picture is {drawn.dtype} of shape {drawn.shape}, not {right.dtype} of shape {right.shape}.",
                       f"{question}：没有修好：得到的是形状 {drawn.shape} 的 {drawn.dtype}，而不是形状 {right.shape} 的 {right.dtype}。")
            return self._keep(Graded(question, "wrong", shown, "", said))
        differ = drawn != right
        count = int(differ.sum())
        if count == 0:
            said = say(f"{question}: cured. All {right.size} values have the bits of the right picture.",
                       f"{question}：修好了。全部 {right.size} 个值都与正确图像逐位相同。")
            return self._keep(Graded(question, "right", shown, "", said))
        largest = np.abs(drawn.astype(np.float64) - right.astype(np.float64)).max()
        said = say(f"{question}: not cured yet: {count} of {right.size} values differ, at most by {largest:.4g}.",
                   f"{question}：还没修好：{right.size} 个值中有 {count} 个不同，最多相差 {largest:.4g}。")
        return self._keep(Graded(question, "wrong", shown, "", said))

    @staticmethod
    def digest(picture: ArrayLike) -> str:
        """32 hexadecimal digits that follow from a picture's bits, its type and its shape."""
        array = np.ascontiguousarray(picture)
        about = f"{array.dtype.newbyteorder('<').str} {array.shape}".encode()
        return hashlib.sha256(about + array.astype(array.dtype.newbyteorder("<")).tobytes()).hexdigest()[:32]

    def _keep(self, graded: Graded) -> Graded:
        self.graded[graded.question] = graded
        return graded

    def _of_gpu(self, texture: Texture, xy: ArrayLike, model: np.ndarray) -> str:
        real = self._gpu(texture, np.asarray(xy, np.float32))
        if real.tobytes() == model.tobytes():
            return say(f" {self._gpu.name} returns the same bits.", f"{self._gpu.name} 返回的位完全相同。")
        return say(f" {self._gpu.name} returns {_text(real)}, which the model does not.",
                   f"{self._gpu.name} 返回的是 {_text(real)}，与模型不同。")

    @property
    def right(self) -> int:
        return sum(one.grade == "right" for one in self.graded.values())

    @property
    def summary(self) -> Summary:
        return Summary(list(self.graded.values()))


class Summary:
    """What came of all predictions."""

    def __init__(self, graded: Sequence[Graded]) -> None:
        self.graded = graded

    def _said(self) -> str:
        grades = [one.grade for one in self.graded]
        right, near, unanswered = (grades.count(grade) for grade in ("right", "near", "open"))
        said = say(f"{right} of {len(grades)} predictions are right", f"{len(grades)} 个预测中答对 {right} 个")
        if near:
            said += say(f", {near} near", f"，接近 {near} 个")
        if unanswered:
            said += say(f", {unanswered} unanswered", f"，未作答 {unanswered} 个")
        return said + say(".", "。")

    def _rows(self) -> tuple[Sequence[str], list[Sequence[str]]]:
        names = {"right": say("right", "正确"), "near": say("near", "接近"), "wrong": say("wrong", "错误"),
                 "shown": say("shown", "已看答案"), "open": say("unanswered", "未作答")}
        head = [say("question", "问题"), say("grade", "结果"), say("predicted", "预测"), say("computed", "计算结果")]
        return head, [(one.question, names[one.grade], one.predicted, one.answer) for one in self.graded]

    def __str__(self) -> str:
        return f"{self._said()}\n\n{_html.aligned(*self._rows())}"

    __repr__ = __str__

    def _repr_html_(self) -> str:
        colors = [_COLORS[one.grade] for one in self.graded]
        done = bool(colors) and all(one.grade == "right" for one in self.graded)
        return _html.box(_html.GREEN if done else _html.GRAY, _html.sentence(self._said(), bold=True),
                         _html.verdicts(*self._rows(), colors))


def _open(question: str) -> Graded:
    return Graded(question, "open", "", "", say(
        f"{question}: unanswered. Write your prediction in place of ... and run the cell again; None shows the answer.",
        f"{question}：未作答。把 ... 换成你的预测，再运行这个单元格；写 None 则直接显示答案。"))


def _graded(question: str, grade: str, predicted: Any, answer: Any, of_gpu: str, why: Sequence[Any]) -> Graded:
    value, guess = _text(answer), "" if predicted is None else _text(predicted)
    if grade == "right":
        said = say(f"{question}: right, {value}.", f"{question}：正确，{value}。")
    elif grade == "near":
        said = say(f"{question}: near. You predicted {guess}; it is {value}.", f"{question}：接近。你预测 {guess}，实际是 {value}。")
    elif grade == "wrong":
        said = say(f"{question}: wrong. You predicted {guess}; it is {value}.", f"{question}：错误。你预测 {guess}，实际是 {value}。")
    else:
        said = say(f"{question}: it is {value}.", f"{question}：答案是 {value}。")
    return Graded(question, grade, guess, value, said + of_gpu, tuple(map(_explained, why)))


def _grade(predicted: Any, answer: Any, tolerance: float) -> str:
    if isinstance(answer, str) or isinstance(predicted, str):
        same = isinstance(answer, str) and isinstance(predicted, str) and predicted.strip().lower() == answer.lower()
        return "right" if same else "wrong"
    try:
        given = np.asarray(predicted, np.float64)
    except (TypeError, ValueError):
        return "wrong"
    wanted = np.asarray(answer)
    if given.shape != wanted.shape:
        return "wrong"
    if wanted.dtype.kind != "f":
        return "right" if np.array_equal(given, wanted) else "wrong"
    if np.array_equal(given.astype(np.float32), wanted.astype(np.float32), equal_nan=True):
        return "right"
    return "near" if np.abs(given - wanted).max() <= tolerance else "wrong"


def _text(value: Any) -> str:
    if isinstance(value, str):
        return value
    array = np.asarray(value)
    if array.dtype.kind == "f":
        # The shortest digits that give the same float32.
        texts = [np.format_float_positional(np.float32(one), unique=True, trim="-") for one in array.reshape(-1)]
        return texts[0] if array.ndim == 0 else f"[{', '.join(texts)}]"
    return str(value)


def _explained(why: Any) -> tuple[str, str]:
    """As text and as HTML."""
    if hasattr(why, "sentence"):  # a note
        text = f"{why.field}: {why.sentence}\n{why.rule}"
        return text, _html.sentence(f"{why.field}: {why.sentence}", bold=True) + _html.sentence(why.rule)
    html = getattr(why, "_repr_html_", None)
    return str(why), html() if html else _html.preformatted(str(why))
