"""An ID token is taken from the provider alone, for us alone, now, as the answer to one question.

OpenID Connect Core 1.0, 3.1.3.7. Tokens are signed by another library than the one that reads them.
"""

import base64
import json
import time
from typing import Any

import pytest
from joserfc import jwk

from annotate.sso.oidc import id_tokens
from annotate.sso.oidc.faults import NotSignedIn
from annotate.sso.oidc.metadata import ALGORITHMS
from tests.sso.signing import CLIENT, ISSUER, NONCE, by_secret, claims, published, rsa, signed

KEY, OTHER = rsa(), rsa()


def read(token: str, keys: Any = None, algorithms: tuple[str, ...] = ALGORITHMS) -> dict[str, Any]:
    return id_tokens.verified(
        token,
        keys=published(KEY) if keys is None else keys,
        algorithms=algorithms,
        issuer=ISSUER,
        client_id=CLIENT,
        nonce=NONCE,
    )


def unsigned(said: dict[str, Any], algorithm: str = "none") -> str:
    parts = ({"alg": algorithm, "kid": "k1"}, said)
    coded = [base64.urlsafe_b64encode(json.dumps(part).encode()).rstrip(b"=") for part in parts]
    return b".".join([*coded, b""]).decode()


def test_a_good_token_says_who_it_is() -> None:
    assert read(signed(KEY, claims(email="eva@example.org")))["email"] == "eva@example.org"


@pytest.mark.parametrize(("curve", "algorithm"), [("P-256", "ES256"), ("P-384", "ES384")])
def test_curves_sign_as_well(curve: str, algorithm: str) -> None:
    key = jwk.ECKey.generate_key(curve, {"kid": "e1"})
    assert read(signed(key, claims(), algorithm), published(key))["sub"] == "subject"


def test_of_several_keys_the_named_one_counts() -> None:
    second = rsa("k2")
    assert read(signed(second, claims()), published(KEY, second))["sub"] == "subject"


def test_a_key_of_the_provider_that_is_new_is_found_by_its_name_alone() -> None:
    with pytest.raises(NotSignedIn):
        read(signed(rsa("unknown"), claims()))


def test_a_signature_of_another_key_is_refused() -> None:
    with pytest.raises(NotSignedIn):
        read(signed(OTHER, claims()))


def test_a_changed_claim_breaks_the_signature() -> None:
    head, _, signature = signed(KEY, claims()).split(".")
    forged = json.dumps(claims(sub="admin")).encode()
    body = base64.urlsafe_b64encode(forged).rstrip(b"=").decode()
    with pytest.raises(NotSignedIn):
        read(f"{head}.{body}.{signature}")


@pytest.mark.parametrize("algorithm", ["none", "None", "NONE", "HS256", "RS256"])
def test_a_token_without_a_signature_is_refused(algorithm: str) -> None:
    with pytest.raises(NotSignedIn):
        read(unsigned(claims(), algorithm))


@pytest.mark.parametrize("form", ["pem", "n"])
def test_a_token_signed_with_the_public_key_as_a_secret_is_refused(form: str) -> None:
    """The confusion of algorithms: everybody knows the public key."""
    secret = KEY.as_pem(private=False) if form == "pem" else str(KEY.as_dict()["n"]).encode()
    with pytest.raises(NotSignedIn):
        read(by_secret(secret, claims()))


def test_a_token_signed_with_the_clients_secret_is_refused() -> None:
    shared = jwk.OctKey.import_key("a-secret-of-thirty-two-characters", {"kid": "k1"})
    with pytest.raises(NotSignedIn):
        read(signed(shared, claims(), "HS256"), {"keys": [shared.as_dict()]})


def test_a_key_that_the_token_brings_along_is_not_looked_at() -> None:
    token = signed(OTHER, claims(), jwk=OTHER.as_dict(private=False))
    with pytest.raises(NotSignedIn):
        read(token)


def test_an_algorithm_that_the_provider_does_not_use_is_refused() -> None:
    with pytest.raises(NotSignedIn):
        read(signed(KEY, claims(), "RS512"), algorithms=("RS256",))


@pytest.mark.parametrize(
    "changes",
    [
        {"iss": "https://evil.example"},
        {"iss": f"{ISSUER}/"},
        {"iss": None},
        {"aud": "another-client"},
        {"aud": ["another-client"]},
        {"aud": [CLIENT, "another-client"]},
        {"aud": None},
        {"azp": "another-client"},
        {"nonce": "of another question"},
        {"nonce": None},
        {"nonce": 7},
        {"sub": None},
        {"sub": ""},
        {"sub": 7},
        {"sub": "a\x00b"},
        {"sub": "a" * 256},
        {"exp": None},
        {"iat": None},
        {"exp": "tomorrow"},
    ],
    ids=str,
)
def test_a_claim_that_is_not_what_it_must_be_is_refused(changes: dict[str, Any]) -> None:
    with pytest.raises(NotSignedIn):
        read(signed(KEY, claims(**changes)))


@pytest.mark.parametrize(("claim", "seconds"), [("exp", -120), ("iat", 3600), ("nbf", 3600)])
def test_a_token_is_taken_in_its_time_only(claim: str, seconds: int) -> None:
    with pytest.raises(NotSignedIn):
        read(signed(KEY, claims(**{claim: int(time.time()) + seconds})))


def test_a_token_for_several_that_names_us_as_who_asked_is_taken() -> None:
    said = claims(aud=[CLIENT, "another"], azp=CLIENT)
    assert read(signed(KEY, said))["sub"] == "subject"


def test_clocks_may_differ_by_a_minute() -> None:
    assert read(signed(KEY, claims(exp=int(time.time()) - 30)))["sub"] == "subject"


@pytest.mark.parametrize(
    "token", ["", ".", "..", "a.b.c", "é.é.é", "a" * 100, "e30.e30.e30", "W10.W10."]
)
def test_what_is_no_token_is_refused(token: str) -> None:
    with pytest.raises(NotSignedIn):
        read(token)


@pytest.mark.parametrize(
    "keys",
    [{}, {"keys": []}, {"keys": None}, {"keys": ["a"]}, {"keys": [{"kty": "RSA", "kid": "k1"}]}],
    ids=str,
)
def test_keys_that_are_none_verify_nothing(keys: Any) -> None:
    with pytest.raises(NotSignedIn):
        read(signed(KEY, claims()), keys)
