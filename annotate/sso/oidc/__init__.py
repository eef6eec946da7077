"""OpenID Connect, as far as signing in needs it; every request goes through `core.fetch`.

OpenID Connect Core 1.0 and Discovery 1.0, PKCE (RFC 7636), issuers in answers (RFC 9207).
"""
