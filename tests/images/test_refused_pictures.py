"""Files that are no picture to be shown: each is refused with its reason, bombs before decoding."""

import struct

import pytest
from PIL import Image

from annotate.images import intake
from tests.images import pictures
from tests.images.test_intake import LIMITS, admit


def refusal(data: bytes) -> intake.ImageRejected:
    with pytest.raises(intake.ImageRejected) as caught:
        intake.admit(data, **LIMITS)
    with pytest.raises(intake.ImageRejected) as again:
        intake.examine(data, **LIMITS)
    assert again.value.error_code == caught.value.error_code
    assert caught.value.message
    assert caught.value.remedy
    return caught.value


@pytest.mark.parametrize("kind", ["GIF", "PNG", "WEBP", "TIFF"])
def test_animations_and_pages_are_refused(kind: str) -> None:
    error = refusal(pictures.animation(kind))
    assert error.error_code == "animated_image"
    assert ("pages" if kind == "TIFF" else "animation") in error.message


@pytest.mark.parametrize(
    ("data", "what"),
    [
        (pictures.SVG, "an SVG drawing"),
        (b'<svg onload="alert(1)"/>', "an SVG drawing"),
        (pictures.HTML, "a web page"),
        (b"  \n<HTML><script>", "a web page"),
        (b"%PDF-1.7 ...", "a PDF document"),
        (b"PK\x03\x04 nested", "a zip archive"),
        (b"\0\0\0\x20ftypheic", "a HEIC picture"),
        (b"\0\0\0\x20ftypisom", "a video"),
        (b"plain text, no picture", "not a picture"),
        (b"\x89PNG", "not a picture"),
    ],
)
def test_what_is_no_picture_is_named(data: bytes, what: str) -> None:
    error = refusal(data)
    assert error.error_code == "not_an_image"
    assert what in error.message


def test_a_picture_that_ends_in_html_shows_none_of_it() -> None:
    admitted = admit(pictures.jpeg() + pictures.HTML)
    assert all(b"<script>" not in copy for copy in admitted.derivatives.values())


def test_an_empty_file_is_refused() -> None:
    assert refusal(b"").error_code == "empty_file"


def test_a_file_over_the_limit_is_refused() -> None:
    assert refusal(pictures.jpeg() + bytes(LIMITS["max_bytes"])).error_code == "file_too_large"


@pytest.mark.parametrize("share", [0.3, 0.6, 0.95])
@pytest.mark.parametrize("kind", ["JPEG", "PNG", "WEBP", "BMP"])
def test_a_truncated_picture_is_refused(kind: str, share: float) -> None:
    noise = Image.effect_noise((120, 90), 60)
    data = pictures.encoded(noise, kind)
    assert refusal(data[: int(len(data) * share)]).error_code in ("broken_image", "not_an_image")


def test_a_decompression_bomb_is_refused_before_it_is_decoded() -> None:
    for size in ((60_000, 60_000), (5000, 4001)):
        error = refusal(pictures.png_bomb(*size))
        assert error.error_code == "too_many_pixels"


def test_a_bomb_of_a_gif_frame_larger_than_its_screen_is_refused() -> None:
    header = b"GIF89a" + struct.pack("<HH", 1, 1) + b"\x80\0\0" + b"\0\0\0\xff\xff\xff"
    frame = b"," + struct.pack("<HHHH", 0, 0, 65_000, 65_000) + b"\0" + b"\x02\x02\x44\x01\0;"
    assert refusal(header + frame).error_code == "too_many_pixels"


def test_measurement_data_is_refused() -> None:
    data = pictures.encoded(Image.new("F", (8, 8), 0.5), "TIFF")
    assert refusal(data).error_code == "unsupported_pixels"
