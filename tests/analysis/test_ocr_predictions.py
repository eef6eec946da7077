"""OCR precision of predicted sentences (TextCaps, Table A.3), worked out by hand."""

import pytest

from annotate.analysis.caption_files import Caption, OcrToken
from annotate.analysis.ocr_predictions import Predictions, predictions_of
from annotate.analysis.undefined import Undefined
from annotate.messages import Message

OCR = {
    1: [OcrToken(text) for text in ("LISTERINE", "ZERO", "MOUTHWASH", "LESS INTENSE")],
    2: [OcrToken("EXIT"), OcrToken("A")],
    3: [],
}
PEOPLE = [
    Caption(1, "Bottles of Listerine Zero."),
    Caption(1, "A less intense rinse."),
    Caption(2, "A green door."),
    Caption(3, "A dark room."),
]


def found(*sentences: tuple[int, str], ignored: list[str] | None = None) -> Predictions:
    predicted = [Caption(image, text) for image, text in sentences]
    return predictions_of(predicted, PEOPLE, OCR, ignored=ignored or [])


def test_each_sentence_has_its_share_and_the_shares_their_mean() -> None:
    # listerine and zero of three, then less intense, which is one token: (2/3 + 1) / 2.
    three = found((1, "listerine zero mouthwash"), (1, "a less intense drink"))
    assert three.ocr_precision == pytest.approx(5 / 6)
    # Pooled it would be 3/4: a mean over sentences is no share of tokens.
    assert (three.sentences, three.with_token, three.without_token) == (2, 2, 0)


def test_a_token_that_a_sentence_repeats_counts_each_time() -> None:
    assert found((1, "zero zero zero mouthwash")).ocr_precision == 0.75


def test_a_sentence_without_a_token_is_left_out_and_counted() -> None:
    with_others = found((1, "zero mouthwash"), (1, "three bottles"), (3, "a room"))
    assert with_others.ocr_precision == 0.5
    assert (with_others.sentences, with_others.with_token, with_others.without_token) == (3, 1, 2)
    assert with_others.intervals["ocr_precision"].n == 1


def test_tokens_that_no_annotator_used_are_worth_nothing() -> None:
    assert found((2, "an exit"), ignored=["a"]).ocr_precision == 0.0
    assert found((2, "a sign")).ocr_precision == 1.0  # "a" stands in the image, and both say it
    assert isinstance(found((2, "a sign"), ignored=["a"]).ocr_precision, Undefined)


def test_sentences_of_unread_or_undescribed_images_are_counted_apart() -> None:
    predicted = [Caption(9, "zero"), Caption(1, "zero"), Caption(2, "exit")]
    some = predictions_of(predicted, PEOPLE[:1], OCR)
    assert (some.sentences, some.sentences_left_out, some.ocr_precision) == (1, 2, 1.0)


def test_different_words_are_counted_in_tokens_and_outside_of_them() -> None:
    # "exit" is a token of the second image only, and stands outside of one in the first.
    words = found((1, "the zero exit"), (2, "the exit"))
    assert (words.vocabulary, words.vocabulary_ocr, words.vocabulary_other) == (3, 2, 2)


def test_what_cannot_be_said_has_its_reason() -> None:
    assert found().ocr_precision == Undefined(Message("no_caption_of_read_images"))
    assert found((1, "a bottle")).ocr_precision == Undefined(Message("no_token_used"))


def test_the_interval_draws_images_with_all_their_sentences() -> None:
    one = found((1, "zero"), (1, "mouthwash"), (1, "zero mouthwash"))
    assert one.ocr_precision == pytest.approx(0.5)
    assert isinstance(one.intervals["ocr_precision"].low, Undefined)
    two = found((1, "zero"), (2, "exit"))
    ends = two.intervals["ocr_precision"]
    assert (ends.low, ends.mean, ends.high, ends.n) == (0.0, 0.5, 1.0, 2)
