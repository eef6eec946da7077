"""Sign-in by identity providers that speak OpenID Connect (decision 0067)."""
