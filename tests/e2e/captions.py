"""Who writes what about which photo in the story of VizWiz-Captions, and what it is flagged for."""

from tests.e2e.hit_steps import CANNED

# The numbers in such names become the ids of the export, as in the release.
PHOTO_OF = {
    "VizWiz_train_00000011.jpg": "hubble.jpg",
    "VizWiz_train_00000012.jpg": "coffee.jpg",
    "VizWiz_train_00000013.jpg": "chelsea.jpg",
    "VizWiz_train_00000014.jpg": "clock.jpg",
    "VizWiz_train_00000015.jpg": "rocket.jpg",
}
STARS, COFFEE, CAT, CLOCK, ROCKET = PHOTO_OF
# Nobody but the spammer finds words for the stars; everybody but him sees the digits of the clock.
HONEST = {
    STARS: (CANNED,) * 4,
    COFFEE: (
        "A red cup of black coffee stands on a saucer on a wooden table",
        "Somebody has put a spoon beside a small espresso on brown boards",
        "An overhead view of a hot drink in crockery with a white rim",
        "One cup filled nearly to the brim waits on planks of dark wood",
    ),
    CAT: (
        "A ginger cat with green eyes looks past the camera to the left",
        "Close view of the striped face of a tabby with long pale whiskers",
        "The pink nose and wide open eyes of a young orange pet",
        "An alert kitten rests its head on a grey blanket with a soft pile",
    ),
    CLOCK: (
        "A round clock on a wall shows a time with black hands on white",
        "Dark digits run around the pale face of a timepiece in motion",
        "The hour can hardly be told from this turning dial with numerals",
        "Twelve numbers and two hands behind glass in a plain metal frame",
    ),
    ROCKET: (
        "A white rocket stands upright on its launch pad before a clear sky",
        "Tall towers of steel hold a slim spacecraft that is ready to leave",
        "Smoke and fire below a long cylinder that climbs above a coast",
        "Engineers have parked a two stage vehicle beside masts against lightning",
    ),
}
# A sentence of the guidelines: eight words and more, in one sentence, and not about any photo.
PASTED = (
    "describing blur and light instead of things that is what the question about quality is for"
)
SPAM = {
    STARS: PASTED.upper(),
    COFFEE: CANNED,
    CAT: CANNED,
    CLOCK: CANNED,
    ROCKET: f"{PASTED} 555-010-9999",
}
TIMES = {"time_outlier_image", "time_outlier_hit", "time_outlier_platform"}
COPIED = {"quality_words", "near_duplicate", "pasted_instruction"}
FLAGS = {
    STARS: TIMES | COPIED | {"capitals", "not_canned_alone"},
    COFFEE: TIMES | {"canned_alone", "canned_often"},
    CAT: TIMES | {"canned_alone", "canned_often"},
    CLOCK: TIMES | {"canned_alone", "canned_often", "text_minority"},
    ROCKET: TIMES | COPIED | {"rule:phone_number"},
}
