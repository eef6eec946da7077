"""Signs drawn for tests, with Pillow's own font, so that they look the same on every machine."""

import random
from collections.abc import Sequence

from PIL import Image, ImageDraw, ImageFilter, ImageFont

from annotate.backends import Box

WHITE_ON_RED = ((255, 255, 255), (170, 20, 25))
BLACK_ON_CREAM = ((20, 20, 30), (240, 230, 200))
NO_PARKING = ("NO PARKING", "LOADING ZONE")
SALE = ("Summer Sale", "Half Price Today")
WIDTH, HEIGHT = 900, 600


def street(seed: int = 1) -> Image.Image:
    """A cluttered scene without a letter in it."""
    chance = random.Random(seed)
    image = Image.new("RGB", (WIDTH, HEIGHT), (120, 140, 150))
    draw = ImageDraw.Draw(image)
    for _ in range(60):
        x, y = chance.randrange(WIDTH), chance.randrange(HEIGHT)
        wide, high = chance.randrange(10, 160), chance.randrange(10, 120)
        colour = tuple(chance.randrange(60, 200) for _ in range(3))
        draw.rectangle((x, y, x + wide, y + high), fill=colour)
    return image.filter(ImageFilter.GaussianBlur(3))


def sign(
    lines: Sequence[str],
    *,
    size: int = 34,
    colours: tuple[tuple[int, int, int], tuple[int, int, int]] = WHITE_ON_RED,
    turned: float = 0,
    blurred: float = 0,
    at: tuple[int, int] = (330, 210),
) -> tuple[Image.Image, Box]:
    """A sign in a street, and the box somebody would draw around it.

    Args:
        size: of the letters, in pixels.
        turned: degrees, against the clock.
        blurred: radius in pixels.
    """
    ink, ground = colours
    font = ImageFont.load_default(size)
    wide = max(int(font.getlength(line)) for line in lines) + 40
    high = int(len(lines) * size * 1.4) + 40
    board = Image.new("RGBA", (wide, high), (*ground, 255))
    draw = ImageDraw.Draw(board)
    for number, line in enumerate(lines):
        draw.text((20, 20 + number * size * 1.4), line, font=font, fill=ink)
    board = board.rotate(turned, resample=Image.Resampling.BICUBIC, expand=True)
    image = street()
    image.paste(board, at, board)
    if blurred:
        image = image.filter(ImageFilter.GaussianBlur(blurred))
    return image, Box(x=at[0], y=at[1], width=board.width, height=board.height)
