"""python -m tests.sso.sessions PORT: `oidc-provider-mock` with sessions, as providers have them.

By itself it asks everybody who they are, each time, and ends nothing. Here whoever has agreed in a
browser is let through there without being asked, until they sign out (RP-Initiated Logout 1.0).
"""

import sys
from typing import Any

import flask
import jwt
import werkzeug.serving
from oidc_provider_mock import app as provider_app

COOKIE = "provider_session"


def made() -> flask.Flask:
    """The provider; sign-ins, sessions and sign-outs of it."""
    app: flask.Flask = provider_app()
    app.before_request(lambda: _let_through(app))
    app.before_request(lambda: _sign_out(app))
    app.after_request(_remember)
    return app


def _let_through(app: flask.Flask) -> Any:
    """Whoever is signed in is sent back at once, unless they are to choose."""
    asked = flask.request
    who = asked.cookies.get(COOKIE)
    if asked.path != "/oauth2/authorize" or asked.method != "GET" or not who:
        return None
    if "prompt" in asked.args:
        return None
    agreed = app.test_client().post(asked.full_path, base_url=asked.host_url, data={"sub": who})
    return flask.redirect(agreed.headers["Location"])


def _remember(answer: flask.Response) -> flask.Response:
    asked = flask.request
    went_on = "code=" in answer.headers.get("Location", "")
    if asked.path == "/oauth2/authorize" and asked.method == "POST" and went_on:
        answer.set_cookie(COOKIE, asked.form["sub"], httponly=True)
    return answer


def _sign_out(app: flask.Flask) -> Any:
    """End the session of whom the token names, and of nobody else."""
    asked = flask.request
    if asked.path != "/oauth2/end_session":
        return None
    hint, back = asked.args.get("id_token_hint"), asked.args.get("post_logout_redirect_uri")
    if not back or not (hint or asked.args.get("client_id")):
        return "It says neither who asks nor where to go.", 400
    if hint and _subject(app, hint) != asked.cookies.get(COOKIE):
        return "This is somebody else's session.", 400
    answer = flask.redirect(f"{back}?state={asked.args['state']}")
    answer.delete_cookie(COOKIE)
    return answer


def _subject(app: flask.Flask, token: str) -> str:
    [key] = app.test_client().get("/jwks").json["keys"]  # type: ignore[index]
    read = jwt.decode(
        token, key=jwt.PyJWK(key, algorithm="RS256"), algorithms=["RS256"], audience="annotate"
    )
    return str(read["sub"])


if __name__ == "__main__":
    werkzeug.serving.run_simple("127.0.0.1", int(sys.argv[1]), made(), threaded=True)
