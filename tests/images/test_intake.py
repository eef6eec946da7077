import hashlib
import random
from io import BytesIO

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image

from annotate.images import intake
from tests.images import pictures

LIMITS = {"max_bytes": 5_000_000, "max_pixels": 20_000_000}


def admit(data: bytes) -> intake.Admitted:
    return intake.admit(data, **LIMITS)


def shown(admitted: intake.Admitted, name: str = "full") -> Image.Image:
    return Image.open(BytesIO(admitted.derivatives[name]), formats=["JPEG"])


def is_red(picture: Image.Image, at: tuple[int, int]) -> bool:
    red, green, blue = picture.getpixel(at)  # type: ignore[misc]
    return bool(red > 200 and green < 80 and blue < 80)


@pytest.mark.parametrize("kind", ["JPEG", "PNG", "WEBP", "GIF", "BMP", "TIFF"])
def test_facts_are_those_of_the_content(kind: str) -> None:
    data = pictures.encoded(pictures.gradient(90, 50), kind)
    facts = admit(data).facts
    assert facts == intake.Facts(hashlib.sha256(data).hexdigest(), kind.lower(), 90, 50, len(data))
    assert intake.examine(data, **LIMITS) == facts


@pytest.mark.parametrize("kind", ["JPEG", "PNG", "WEBP", "TIFF"])
@pytest.mark.parametrize("orientation", range(1, 9))
def test_every_exif_orientation_is_shown_upright(orientation: int, kind: str) -> None:
    admitted = admit(pictures.turned(orientation, kind))
    picture = shown(admitted)
    assert (admitted.facts.width, admitted.facts.height) == picture.size == (60, 40)
    assert is_red(picture, (3, 3))
    assert not is_red(picture, (56, 36))


def test_nothing_private_survives_in_what_is_shown() -> None:
    data = pictures.with_private_data()
    assert b"SECRET" in data
    for copy in admit(data).derivatives.values():
        picture = Image.open(BytesIO(copy))
        assert b"SECRET" not in copy
        assert not picture.getexif()
        assert "comment" not in picture.info
        assert "icc_profile" not in picture.info


def test_broken_metadata_does_not_keep_a_sound_picture_out() -> None:
    data = pictures.encoded(pictures.arrow(), "JPEG", exif=b"Exif\0\0MM\0*\xff\xff\xff\xff garbage")
    assert admit(data).facts.width == 60


def test_large_pictures_get_three_copies_in_proportion() -> None:
    admitted = admit(pictures.jpeg(5000, 2500))
    sizes = {name: shown(admitted, name).size for name in admitted.derivatives}
    assert sizes == {"full": (4096, 2048), "view": (2048, 1024), "thumb": (320, 160)}
    assert (admitted.facts.width, admitted.facts.height) == (5000, 2500)
    assert intake.derivatives_of(admitted.facts) == ("full", "view", "thumb")


def test_small_pictures_are_never_enlarged() -> None:
    admitted = admit(pictures.jpeg(100, 60))
    assert {name: shown(admitted, name).size for name in admitted.derivatives} == {
        "full": (100, 60),
        "thumb": (100, 60),
    }
    assert intake.derivatives_of(admitted.facts) == ("full", "thumb")


def test_a_picture_that_does_not_compress_is_admitted() -> None:
    """Noise needs more than the one byte a pixel that an optimized JPEG is made in."""
    noise = Image.frombytes("RGB", (256, 256), random.Random(0).randbytes(3 * 256 * 256))
    assert shown(admit(pictures.encoded(noise))).size == (256, 256)


def test_a_hair_thin_picture_keeps_at_least_one_pixel() -> None:
    assert shown(admit(pictures.png(5000, 1)), "thumb").size == (320, 1)


def test_colours_are_converted_by_the_embedded_profile() -> None:
    seen = shown(admit(pictures.with_swapped_primaries((200, 60, 30)))).getpixel((8, 8))
    assert isinstance(seen, tuple)
    assert all(abs(a - b) <= 3 for a, b in zip(seen, (60, 200, 30), strict=True))


def test_a_broken_profile_is_ignored() -> None:
    data = pictures.encoded(Image.new("RGB", (9, 9), "lime"), "PNG", icc_profile=b"nonsense" * 40)
    assert shown(admit(data)).getpixel((4, 4))[1] > 240  # type: ignore[index]


def test_cmyk_becomes_rgb() -> None:
    data = pictures.encoded(Image.new("CMYK", (16, 16), (0, 255, 255, 0)), "JPEG")
    picture = shown(admit(data))
    assert picture.mode == "RGB"
    assert is_red(picture, (8, 8))


def test_sixteen_bit_grey_keeps_its_brightness() -> None:
    data = pictures.encoded(Image.new("I;16", (16, 16), 32_896))
    grey = shown(admit(data)).getpixel((8, 8))
    assert isinstance(grey, tuple)
    assert all(abs(value - 128) <= 1 for value in grey)


@pytest.mark.parametrize("mode", ["RGBA", "LA", "P"])
def test_transparent_places_are_shown_on_white(mode: str) -> None:
    picture = Image.new("RGBA", (16, 16), (0, 0, 0, 0))
    if mode == "P":
        data = pictures.encoded(picture.convert("P"), "PNG", transparency=0)
    else:
        data = pictures.encoded(picture.convert(mode))
    assert min(shown(admit(data)).getpixel((8, 8))) >= 250  # type: ignore[arg-type]


@pytest.mark.parametrize("mode", ["1", "L"])
def test_black_and_white_is_accepted(mode: str) -> None:
    assert shown(admit(pictures.encoded(Image.new(mode, (16, 16), 255)))).mode == "RGB"


def test_a_phone_picture_with_a_second_view_is_one_picture() -> None:
    views = [pictures.gradient(80, 60), pictures.gradient(40, 30)]
    facts = admit(pictures.encoded(views[0], "MPO", save_all=True, append_images=views[1:])).facts
    assert (facts.format, facts.width, facts.height) == ("jpeg", 80, 60)


def test_the_same_bytes_give_the_same_copies() -> None:
    data = pictures.jpeg(700, 500)
    assert admit(data).derivatives == admit(data).derivatives


@settings(max_examples=150)
@given(
    data=st.one_of(
        st.binary(max_size=300),
        st.builds(
            lambda base, at, junk: (
                base[: at % len(base)] + junk + base[at % len(base) + len(junk) :]
            ),
            st.sampled_from(
                [
                    pictures.jpeg(40, 30),
                    pictures.png(40, 30),
                    pictures.turned(6),
                    pictures.animation("GIF"),
                    pictures.encoded(pictures.gradient(40, 30), "WEBP"),
                    pictures.encoded(pictures.gradient(40, 30), "TIFF"),
                ]
            ),
            st.integers(0, 100_000),
            st.binary(min_size=1, max_size=12),
        ),
    )
)
def test_whatever_the_bytes_are_the_answer_is_a_picture_or_a_refusal(data: bytes) -> None:
    try:
        admitted = admit(data)
    except intake.ImageRejected:
        return
    assert admitted.facts.width > 0
    assert shown(admitted).size[0] > 0
