"""What is personal data and what only looks like it, on examples."""

import pytest

from annotate.analysis.text_rules import check


def found(text: str, code: str) -> list[str]:
    """Return the places that a rule finds, as written."""
    return [text[slice(*each.span)] for each in check(text, rules={code: "advise"})]


@pytest.mark.parametrize(
    "address",
    [
        "jane@example.org",
        "jane.doe+kites@mail.example.co.uk",
        "JANE_DOE@EXAMPLE.ORG",
        "jane (at) example.org",
        "jane[at]example.org",
        "jürgen@bücher.example",
    ],
)
def test_an_e_mail_address_is_found_without_what_stands_around_it(address: str) -> None:
    assert found(f"Write to {address}, or call.", "email_address") == [address]
    assert found(f"<{address}>", "email_address") == [address]


@pytest.mark.parametrize(
    "text",
    ["@example", "a@b", "look @ this", "5 @ 3.50", "at example.org", "jane at example.org", "@"],
)
def test_other_uses_of_the_sign_are_no_address(text: str) -> None:
    assert found(text, "email_address") == []


@pytest.mark.parametrize(
    "number",
    [
        "555-1234",
        "555-123-4567",
        "(555) 123-4567",
        "555.123.4567",
        "1-800-555-0199",
        "+1 555 123 4567",
        "+49 (0)30 1234567",
        "030/1234567",
        "06 12 34 56 78",
        "020 7946 0958",
        "5551234567",
        "08008282829",
    ],
)
def test_a_telephone_number_is_found_without_what_stands_around_it(number: str) -> None:
    assert found(f"Call {number}.", "phone_number") == [number]
    assert found(f"Tel: {number}, or write", "phone_number") == [number]
    assert found(number, "phone_number") == [number]


def test_two_numbers_side_by_side_are_both_found() -> None:
    expected = ["555-123-4567", "555-987-6543"]
    assert found("Call 555-123-4567 555-987-6543", "phone_number") == expected


@pytest.mark.parametrize(
    "text",
    [
        "in 1999-2005",
        "on 2020-01-31",
        "on 12/05/2019",
        "on 31.12.2020 at 12:30",
        "costs $1,234,567.00",
        "1.000.000 or 1 000 000 people",
        "pi is 3.14159265",
        "the scale shows 10 20 30 40 50",
        "ISBN 978-3-16-148410-0",
        "barcode 123456789012",
        "order #5551234567",
        "€5551234567",
        "card 1234 5678 9012 3456",
        "1920 1080",
        "room 12, 34 and 56",
        "A4 paper, 210 x 297",
        "v5551234567a",
        "5551234567%",
    ],
)
def test_other_numbers_are_no_telephone_numbers(text: str) -> None:
    assert found(text, "phone_number") == []


@pytest.mark.parametrize(
    "address",
    [
        "221B Baker Street",
        "1600 Pennsylvania Avenue",
        "350 5th Avenue",
        "12 main street",
        "10 Downing St",
        "7 Old Mill Drive",
        "4 St. Mary Road",
        "99 Martin Luther King Blvd",
        "P.O. Box 77",
        "PO Box 77",
    ],
)
def test_a_street_address_is_found(address: str) -> None:
    assert found(f"A letter to {address}, London", "street_address") == [address]


@pytest.mark.parametrize(
    "text",
    [
        "2 people cross the street",
        "a 2 way street",
        "a 4 lane highway",
        "50 cars drive by",
        "3 children in Main Street",
        "Baker Street",
        "42nd Street",
        "5 Street",
        "12 red Mill Drive",
        "a 30 mph road",
        "a box of 77",
        "the P.O. box",
        "12. The street is wet",
    ],
)
def test_streets_and_counts_are_no_address(text: str) -> None:
    assert found(text, "street_address") == []


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ('A card reads "jane@example.org"', "email_address"),
        ('A card reads "555-123-4567"', "phone_number"),
        ('A card reads "221B Baker Street"', "street_address"),
    ],
)
def test_personal_data_is_found_inside_quotations_too(text: str, code: str) -> None:
    assert len(found(text, code)) == 1


@pytest.mark.parametrize(
    ("text", "instead"),
    [
        ("jane@example.org", "an e-mail address"),
        ("555-123-4567", "a phone number"),
        ("221B Baker Street", "a street address"),
    ],
)
def test_what_to_write_instead_is_said(text: str, instead: str) -> None:
    everything = dict.fromkeys(("email_address", "phone_number", "street_address"), "advise")
    [finding] = check(text, rules=everything)  # type: ignore[arg-type]
    assert instead in str(finding.message)
