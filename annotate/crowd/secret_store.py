"""The secrets of channels, under a key of their own: see annotate/core/secret_store.py."""

from annotate.core.secret_store import SecretStore, Unreadable

__all__ = ["Unreadable", "seal", "unseal"]

_STORE = SecretStore("annotate.crowd.credentials")

seal = _STORE.seal
unseal = _STORE.unseal
