"""Predictions are graded exactly, keep an open question's answer to themselves, and speak the chosen language."""

import numpy as np
import pytest

import texelscope

ROW = texelscope.Texture(np.array([[0, 0.25, 0.5, 0.75, 1]], np.float32))


@pytest.fixture
def predict():
    return texelscope.Predictions()


@pytest.fixture
def chinese():
    texelscope.set_language("zh-Hans")
    yield
    texelscope.set_language("en")


@pytest.mark.parametrize("predicted, grade", [
    (0.25 + 0.25 * 77 / 256, "right"), (0.325, "near"), (0.5, "wrong"), ("0.325", "wrong"), ([0.325], "wrong"), (None, "shown"),
    (object(), "wrong"),
])
def test_a_fetch_is_graded_by_its_bits(predict, predicted, grade):
    graded = predict("1", predicted, ROW, [1.8, 0.5])
    assert graded.grade == grade
    assert "0.3251953" in graded.said
    assert "77/256" in str(graded), "its explanation follows"
    assert "77/256" in graded._repr_html_()


def test_an_open_question_keeps_its_answer(predict):
    graded = predict("1", ..., ROW, [1.8, 0.5])
    assert graded.grade == "open"
    for shown in (str(graded), graded._repr_html_(), str(predict.summary), predict.summary._repr_html_()):
        assert "0.325" not in shown and "77" not in shown
    predict("2", ..., lambda: pytest.fail("an open question is not computed"))


def test_numbers_and_texts_are_the_same_or_not(predict):
    assert predict("a", 257, lambda: 257).grade == "right"
    assert predict("a", 256, lambda: 257).grade == "wrong"
    assert predict("b", "Clamp", "clamp").grade == "right"
    assert predict("b", 1, "clamp").grade == "wrong"
    assert predict("c", [0, 0.5], np.float32([0, 0.5])).grade == "right"
    assert predict("c", [0, 0.6], np.float32([0, 0.5]), tolerance=0.2).grade == "near"
    assert predict("d", float("nan"), np.float32("nan")).grade == "right"


def test_the_summary_counts_the_last_of_each_question(predict):
    predict("1", 1, ROW, [1.8, 0.5])
    predict("1", 0.25 + 0.25 * 77 / 256, ROW, [1.8, 0.5])
    predict("2", 0.325, ROW, [1.8, 0.5])
    predict("3", ..., ROW, [1.8, 0.5])
    assert str(predict.summary).startswith("1 of 3 predictions are right, 1 near, 1 unanswered.\n")
    assert predict.right == 1


def test_notes_explain(predict):
    wrapped = texelscope.Texture(np.zeros((2, 2), np.float32), address="wrap")
    altered = [note for note in wrapped.notes if note.kind == "altered"]
    graded = predict("1", "wrap", "clamp", why=altered)
    assert altered[0].sentence in str(graded) and altered[0].rule in str(graded)
    assert altered[0].sentence in graded._repr_html_()


def test_a_cure_has_the_bits_of_the_right_picture(predict):
    xy = np.stack(np.meshgrid(np.arange(5) + 0.5, [0.5]), -1)
    right = np.array([[0, 0.25, 0.5, 0.75, 1]], np.float32)

    def draw(offset=0.5, scale=1):
        if scale == 0:
            raise ValueError("nothing is drawn")
        return ROW(np.float32((xy + offset) * scale))

    for reference in (right, predict.digest(right)):
        assert predict.cure("1", {"offset": 0}, draw, reference).grade == "right"
        assert predict.cure("1", {"offset": 0.25}, draw, reference).grade == "wrong"
        assert "nothing is drawn" in predict.cure("1", {"scale": 0}, draw, reference).said
        assert "turn" in predict.cure("1", {"turn": 1}, draw, reference).said
        assert predict.cure("1", ..., draw, reference).grade == "open"
    assert "4 of 5 values differ, at most by 0.25." in predict.cure("1", {"offset": 1}, draw, right).said
    assert "float64" in predict.cure("1", {"offset": 0}, draw, right.astype(np.float64)).said
    with pytest.raises(ValueError, match="no answer to show"):
        predict.cure("1", None, draw, right)


def test_digests_tell_bits_types_and_shapes_apart(predict):
    one = np.zeros((2, 3), np.float32)
    assert predict.digest(one) == predict.digest(one.astype(">f4")) == predict.digest(one[::-1])
    assert len({predict.digest(other) for other in (one, one.reshape(3, 2), one.astype(np.int32), -one)}) == 4


def test_everything_speaks_chinese(predict, chinese):
    graded = predict("1", 0, ROW, [1.8, 0.5])
    assert graded.said == "1：错误。你预测 0，实际是 0.3251953。"
    assert "权重" in str(graded)
    predict("2", ..., ROW, [1.8, 0.5])
    assert str(predict.summary).startswith("2 个预测中答对 0 个，未作答 1 个。\n")
    wrapped = texelscope.Texture(np.zeros((2, 2), np.float32), address="wrap")
    assert "硬件" in wrapped.notes[0].sentence


def test_a_language_that_is_not_there():
    with pytest.raises(ValueError, match='"de" is no language here'):
        texelscope.set_language("de")
    with pytest.raises(ValueError, match="a text is needed"):
        texelscope.set_language(1)
