"""Large images are readable pixel by pixel."""

from io import BytesIO

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image as Pixels

from annotate.images import intake, services, tiling
from annotate.images.intake import pixels
from annotate.images.models import Image
from annotate.projects.models import Project
from tests.images import pictures
from tests.images.large import wide


def assembled(image: Image, level: int = 0) -> Pixels.Image:
    """Put the tiles of a level together, as a browser does."""
    size = tiling.levels(image)[level]
    whole = Pixels.new("RGB", size)
    for tile in intake.tiles_of(tiling.levels(image)):
        if tile.level == level:
            with tiling.open_tile(image, tile) as file:
                piece = Pixels.open(BytesIO(file.read()))
                whole.paste(piece, (tile.column * intake.TILE, tile.row * intake.TILE))
    return whole


def test_tiles_show_every_pixel_of_the_original(large: Image) -> None:
    whole = assembled(large)
    assert whole.size == (4500, 1200)
    for x in range(10, 4500, 97):
        assert whole.getpixel((x, x % 1200))[0] < 60  # type: ignore[index]
        assert whole.getpixel((x + 4, x % 1200))[0] > 200  # type: ignore[index]


def test_a_coarser_level_shows_the_whole_at_half_the_size(project: Project) -> None:
    panorama = services.add_image(project=project, data=wide(9600, 700), name="panorama.jpg")
    assert tiling.levels(panorama) == ((9600, 700), (4800, 350))
    whole = assembled(panorama, 1)
    assert whole.size == (4800, 350)
    darkest = [min(whole.crop((x, 0, x + 1, 350)).convert("L").tobytes()) for x in range(4800)]
    assert sum(grey < 225 for grey in darkest) >= len(range(10, 9600, 97))


@given(
    orientation=st.integers(1, 8),
    size=st.tuples(st.integers(4, 40), st.integers(4, 40)),
    corners=st.tuples(*[st.floats(0, 1)] * 4),
    mode=st.sampled_from(["RGB", "L", "RGBA", "P", "CMYK", "I;16", "1"]),
)
def test_a_piece_is_what_the_whole_picture_shows_there(
    orientation: int,
    size: tuple[int, int],
    corners: tuple[float, float, float, float],
    mode: str,
) -> None:
    stored = Pixels.effect_noise(size, 90)
    stored = stored.convert("I").convert(mode) if mode == "I;16" else stored.convert(mode)
    whole = pixels.clean_copy(stored.copy(), orientation=orientation, longest=1000)
    (left, right), (upper, lower) = (
        sorted(round(share * (extent - 1)) for share in pair)
        for pair, extent in zip((corners[:2], corners[2:]), whole.size, strict=True)
    )
    box = (left, upper, right + 1, lower + 1)
    piece = pixels.Cleaner(stored, orientation).piece(box)
    assert piece.mode == "RGB"
    assert piece.tobytes() == whole.crop(box).tobytes()


@pytest.mark.parametrize("orientation", [1, 6, 8])
def test_a_photograph_that_was_stored_turned_has_upright_tiles(
    project: Project, orientation: int
) -> None:
    exif = Pixels.Exif()
    exif[0x0112] = orientation
    data = wide(4400, 1100, exif=exif)
    turned = services.add_image(project=project, data=data, name=f"{orientation}.jpg")
    upright = (4400, 1100) if orientation == 1 else (1100, 4400)
    whole = assembled(turned)
    assert whole.size == upright
    with services.open_stored(services.facts_of(turned), "full") as file:
        full = Pixels.open(BytesIO(file.read())).resize(upright)
    # The two are the same picture: blurred alike, no pixel is far from the other.
    both = [each.resize((55, 55), Pixels.Resampling.BOX).convert("L") for each in (whole, full)]
    assert all(abs(a - b) <= 2 for a, b in zip(*(each.tobytes() for each in both), strict=True))


def test_colours_of_tiles_are_converted_like_those_of_the_copies(project: Project) -> None:
    profiled = Pixels.open(BytesIO(pictures.with_swapped_primaries((200, 60, 30))))
    long = Pixels.new("RGB", (4200, 20), (200, 60, 30))
    data = pictures.encoded(long, "PNG", icc_profile=profiled.info["icc_profile"])
    image = services.add_image(project=project, data=data, name="swapped.png")
    seen = assembled(image).getpixel((4100, 10))
    assert isinstance(seen, tuple)
    assert all(abs(a - b) <= 3 for a, b in zip(seen, (60, 200, 30), strict=True))


def test_nothing_private_survives_in_tiles(project: Project) -> None:
    exif = Pixels.Exif()
    exif[0x010F] = "SECRET-CAMERA"
    image = services.add_image(
        project=project, data=wide(4200, 60, exif=exif, comment=b"SECRET"), name="a.jpg"
    )
    for tile in intake.tiles_of(tiling.levels(image)):
        with tiling.open_tile(image, tile) as file:
            assert b"SECRET" not in file.read()
