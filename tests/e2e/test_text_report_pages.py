"""Reports on texts in the browser: from the form to LaTeX, and the same promises as all pages."""

import gzip
import json
import re
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from PIL import Image
from playwright.sync_api import Browser, Page, expect

from tests.backends.tiny import embedding
from tests.e2e import routes, sweep
from tests.e2e.callers import Caller
from tests.e2e.installation import Served
from tests.e2e.reading import READ, seeded_project
from tests.e2e.visitors import SCREENSHOTS, Visitor
from tests.waiting import eventually

pytestmark = pytest.mark.e2e
FITS = "document.documentElement.scrollWidth <= innerWidth"
DATA = Path(__file__).parents[1] / "analysis" / "data"
PAIRS = json.loads(gzip.decompress((DATA / "captions" / "iiw_p5b_vs_human.json.gz").read_bytes()))


def _file(
    lead: Caller, base: str, name: str, texts: list[str], images: list[str] | None = None
) -> dict[str, Any]:
    """Bring in a file of texts about images, numbered where they have no names."""
    images = images or [str(place) for place in range(len(texts))]
    rows = [{"image": own, "text": text} for own, text in zip(images, texts, strict=True)]
    content = "".join(json.dumps(row) + "\n" for row in rows).encode()
    file = {"name": f"{name}.jsonl", "mimeType": "application/jsonl", "buffer": content}
    made: dict[str, Any] = lead.call(
        "POST", f"{base}/text-files", None, multipart={"file": file, "name": name}
    )
    return {"source": {"type": "file", "file": made["id"]}}


@pytest.fixture(scope="module")
def project(served: Served, browser: Browser) -> int:
    """Return a project with model texts, people's texts and a short file of captions."""
    lead = Caller(browser, served).sign_in("lena")
    made = lead.call(
        "POST",
        "/projects",
        {"name": "Sweep: texts", "recipe": "iiw", "guidelines_required": False, "settings": {}},
    )
    base = f"/projects/{made['id']}"
    _file(lead, base, "Model", [each["candidate"] for each in PAIRS])
    _file(lead, base, "People", [each["references"][0] for each in PAIRS])
    short = _file(lead, base, "Short", ["A dog.", "A cat on a chair."])
    lead.call("POST", f"{base}/text-reports", {"name": "Few", "sources": [short], "meteor": False})
    lead.close()
    return int(made["id"])


@pytest.fixture(scope="module")
def report(project: int, served: Served, browser: Browser) -> str:
    """Have texts measured through the form, and return the address of the report."""
    lead = Visitor(browser.new_context(), served)
    page = lead.sign_in("lena")
    lead.open(f"/projects/{project}/texts")
    page.get_by_role("link", name="New report").click()
    page.get_by_label("Name").fill("Model against people")
    page.get_by_label("File: Model", exact=True).check()
    page.get_by_label("File: People", exact=True).check()
    page.get_by_label("What “File: Model” is called in the report").fill("IIW-P5B & Co.")
    page.get_by_role("combobox", name="References").click()
    page.get_by_role("option", name="File: People").click()
    page.get_by_label("METEOR as well").uncheck()
    page.get_by_role("button", name="Measure", exact=True).click()
    expect(page.get_by_role("heading", name="Model against people")).to_be_visible()
    expect(page.get_by_text("Ready", exact=True)).to_be_visible(timeout=120_000)
    address = page.url.removeprefix(served.url)
    assert lead.faults == []
    lead.context.close()
    return address


def test_a_report_leads_from_the_form_to_latex(
    report: str, served: Served, browser: Browser
) -> None:
    lead = Visitor(browser.new_context(accept_downloads=True), served)
    page = lead.sign_in("lena")
    lead.open(report)
    scores = page.get_by_role("table", name="Scores against the references")
    expect(scores.get_by_role("row", name="IIW-P5B & Co.")).to_contain_text("0.0419")
    expect(page.get_by_text("SPICE is not available").first).to_be_visible()
    expect(page.get_by_role("img", name="Tokens", exact=True)).to_be_visible()
    SCREENSHOTS.mkdir(parents=True, exist_ok=True)
    page.screenshot(path=SCREENSHOTS / "texts-report-whole.png", full_page=True)
    with page.expect_download() as download:
        page.get_by_role("link", name="Scores against the references as LaTeX").click()
    text = Path(download.value.path()).read_text()
    assert r"IIW-P5B \& Co. & 100 & 100 & 100 & 0 & 1.00 & " in text
    assert download.value.suggested_filename == "model-against-people-captions.tex"
    lead.context.close()


def test_what_texts_name_share_and_answer_is_asked_for_and_told(
    project: int, served: Served, browser: Browser
) -> None:
    lead = Visitor(browser.new_context(), served)
    page = lead.sign_in("lena")
    lead.open(f"/projects/{project}/texts/new")
    page.get_by_label("Name").fill("What they name")
    for source in ("File: Model", "File: People"):
        page.get_by_label(source, exact=True).check()
    for usual in ("Length and words", "Readability", "Scores against references", "Specificity"):
        page.get_by_label(usual, exact=True).uncheck()
    expect(page.get_by_label("List of concepts")).to_be_hidden()
    for wanted in ("Concepts", "Common words", "Answers to visual questions", "CLIPScore"):
        page.get_by_role("checkbox", name=wanted, exact=True).check()
    page.get_by_label("List of concepts").fill("tree\nsign\n?!\ntraffic light\n")
    page.get_by_role("textbox", name="How many").fill("500")
    asked = [
        {"image": str(place), "answers": [{"answer": "tree"}], "answer_type": "other"}
        for place in range(50)
    ]
    content = json.dumps([*asked, {**asked[0], "answer_type": "yes/no", "answers": ["yes"]}])
    page.locator("input[type=file]").set_input_files(
        {"name": "val.json", "mimeType": "application/json", "buffer": content.encode()}
    )
    page.get_by_role("button", name="Bring in", exact=True).click()
    expect(page.get_by_role("combobox", name="Questions")).to_have_value("val (51)")
    _shot(page, "texts-named-form")
    page.get_by_role("button", name="Measure", exact=True).click()
    expect(page.get_by_text("“?!” has no word.").first).to_be_visible()
    page.get_by_label("List of concepts").fill("tree\nsign\nunicorn\ntraffic light\n")
    lead.faults.clear()  # the refusal
    page.get_by_role("button", name="Measure", exact=True).click()
    expect(page.get_by_text("Ready", exact=True)).to_be_visible(timeout=120_000)
    concepts = page.get_by_role("table", name="Concepts one by one")
    expect(concepts.get_by_role("row", name="unicorn")).to_contain_text("0% (0)")
    shared = page.get_by_role("table", name="Common words shared")
    expect(shared.get_by_role("row", name="File: People All words")).to_contain_text("%")
    expect(page.get_by_text("needs 500 different words or more").first).to_be_visible()
    answers = page.get_by_role("table", name="Answers by type and text")
    expect(answers.get_by_role("row", name="File: Model other")).to_contain_text("50")
    expect(page.get_by_text("No model was named").first).to_be_visible()
    _shot(page, "texts-named")
    assert lead.faults == []
    lead.context.close()


def _shot(page: Page, name: str) -> None:
    SCREENSHOTS.mkdir(parents=True, exist_ok=True)
    for width in (390, 1440):
        page.set_viewport_size({"width": width, "height": 900})
        # Charts are drawn anew for the width.
        eventually(lambda: page.evaluate(FITS), f"{name} fits a window of {width} pixels")
        page.screenshot(path=SCREENSHOTS / f"{name}-{width}.png", full_page=True)


@pytest.fixture(scope="module")
def writing(served: Served, browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> str:
    """Return the address of a new report in a project whose sign the built-in engine has read."""
    lead, made = seeded_project(served, browser, tmp_path_factory.mktemp("sign"), "Sweep: signs")
    texts = [f"A sign says {READ[0]} {READ[1]} here", "A sign on a wall"]
    rows = "".join(json.dumps({"image": "sign.png", "text": text}) + "\n" for text in texts)
    file = {"name": "a.jsonl", "mimeType": "application/jsonl", "buffer": rows.encode()}
    multipart = {"file": file, "name": "Captions"}
    lead.call("POST", f"/projects/{made}/text-files", None, multipart=multipart)
    lead.close()
    return f"/projects/{made}/texts/new"


def test_how_captions_use_the_writing_in_their_images_is_measured(
    writing: str, served: Served, browser: Browser
) -> None:
    lead = Visitor(browser.new_context(), served)
    page = lead.sign_in("lena")
    lead.open(writing)
    page.get_by_label("Name").fill("Signs")
    page.get_by_label("File: Captions", exact=True).check()
    for other in ("Length and words", "Readability", "Scores against references", "Specificity"):
        page.get_by_label(other, exact=True).uncheck()
    expect(page.get_by_label("Use of the writing in images", exact=True)).to_be_checked()
    page.get_by_role("button", name="Measure", exact=True).click()
    expect(page.get_by_text("Ready", exact=True)).to_be_visible(timeout=120_000)
    use = page.get_by_role("table", name="Use of the writing in images")
    expect(use.get_by_role("row", name="File: Captions")).to_contain_text("50%")
    tokens = page.get_by_role("table", name="Texts by number of OCR tokens")
    expect(tokens.get_by_role("columnheader", name="5 or more")).to_be_visible()
    expect(page.get_by_text("No image was read by a machine and put right")).to_be_visible()
    for width in (1440, 390):
        page.set_viewport_size({"width": width, "height": 900})
        page.screenshot(path=SCREENSHOTS / f"texts-writing-{width}.png", full_page=True)
    assert lead.faults == []
    lead.context.close()


@pytest.fixture(scope="module")
def fitting(served: Served, browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> str:
    """Return the address of a new report in a project with images, where a tiny CLIP lies."""
    embedding.clip(served.data / "base-models" / "lab" / "tiny-clip", seed=1)
    folder = tmp_path_factory.mktemp("colours")
    colours = np.random.default_rng(1).integers(0, 256, (12, 40, 48, 3), dtype=np.uint8)
    for place, colour in enumerate(colours):
        Image.fromarray(colour).save(folder / f"{place}.png")
    lead = Caller(browser, served).sign_in("lena")
    asked = {"name": "Sweep: fit", "recipe": "iiw", "guidelines_required": False, "settings": {}}
    made = lead.call("POST", "/projects", asked)
    served.manage("import_images", str(made["id"]), str(folder), "--verbosity", "0")
    base = f"/projects/{made['id']}"
    names = [f"{place}.png" for place in range(12)]
    things = ["a red kite over the sea", "two dogs", "a blue ball", "the red ball"]
    texts = [things[place % 4] for place in range(11)]
    # A text of an image that the project has not, and one that is longer than the model reads.
    _file(lead, base, "Model", [*texts, "red kite " * 30, "a dog"], [*names, "elsewhere.png"])
    _file(lead, base, "People", [things[-place % 4] for place in range(12)], names)
    _file(lead, base, "One", ["a kite"], names[:1])
    lead.close()
    return f"{base}/texts/new"


def test_how_well_texts_fit_their_images_is_told_with_intervals(
    fitting: str, served: Served, browser: Browser
) -> None:
    lead = Visitor(browser.new_context(), served)
    page = lead.sign_in("lena")
    lead.open(fitting)
    page.get_by_label("Name").fill("Fit")
    for source in ("File: Model", "File: People", "File: One"):
        page.get_by_label(source, exact=True).check()
    page.get_by_role("combobox", name="References").click()
    page.get_by_role("option", name="File: People").click()
    for other in ("Length and words", "Readability", "Scores against references", "Specificity"):
        page.get_by_label(other, exact=True).uncheck()
    for wanted in ("CLIPScore", "BERTScore"):
        page.get_by_role("checkbox", name=wanted, exact=True).check()
    page.get_by_role("combobox", name="Model of images and texts").click()
    page.get_by_role("option", name="lab/tiny-clip").click()
    _shot(page, "texts-fit-form")
    page.get_by_role("button", name="Measure", exact=True).click()
    expect(page.get_by_text("Ready", exact=True)).to_be_visible(timeout=120_000)
    scores = page.get_by_role("table", name="CLIPScore", exact=True)
    # The score with its interval; of 13 texts 12 scored, one without an image, one too long.
    figures = r"^File: Model13\d\.\d{4}\d\.\d{4} to \d\.\d{4}.*121211$"
    expect(scores.get_by_role("row", name="File: Model")).to_have_text(re.compile(figures))
    expect(scores.get_by_role("row", name="File: People")).to_contain_text("–12000")
    expect(
        page.get_by_text("RefCLIPScore (File: People): These are the references")
    ).to_be_visible()
    expect(page.get_by_text("Vectors by lab/tiny-clip (")).to_be_visible()
    differences = page.get_by_role("table", name="CLIPScore: differences")
    expect(differences.get_by_role("row", name="File: One")).to_contain_text("1")
    expect(page.get_by_role("img", name="RefCLIPScore", exact=True)).to_be_visible()
    expect(page.get_by_text("No model was named that turns texts or images")).to_be_visible()
    _shot(page, "texts-fit")
    page.get_by_role("button", name="Use dark colours").click()
    _shot(page, "texts-fit-dark")
    assert lead.faults == []
    lead.context.close()


@pytest.fixture(scope="module")
def pages(project: int, report: str, served: Served, browser: Browser) -> sweep.Pages:
    lead = Caller(browser, served).sign_in("lena")
    made = lead.call(
        "POST",
        "/projects",
        {"name": "Sweep: no texts", "recipe": "iiw", "guidelines_required": False},
    )
    few = lead.call("GET", f"/projects/{project}/text-reports")["results"][-1]["id"]
    lead.close()
    empty = f"/projects/{made['id']}/texts"
    return {
        "texts": ("lena", f"/projects/{project}/texts"),
        "texts-new": ("lena", f"/projects/{project}/texts/new"),
        "texts-report": ("lena", report),
        "texts-report-few": ("lena", f"/projects/{project}/texts/{few}"),
        "texts-empty": ("lena", empty),
        "texts-new-empty": ("lena", f"{empty}/new"),
    }


def test_pages_of_texts_are_accessible_and_fit_the_window(
    pages: sweep.Pages, browser: Browser, served: Served
) -> None:
    assert routes.unopened("text-reports", pages) == []
    faults = sweep.faults_of(pages, browser, served)
    assert not faults, "\n".join(faults)
