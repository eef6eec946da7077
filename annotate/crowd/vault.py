"""The secrets of channels, in a vault of their own: see annotate/core/vault.py."""

from annotate.core.vault import Unreadable, Vault

__all__ = ["Unreadable", "seal", "unseal"]

_VAULT = Vault("annotate.crowd.credentials")

seal = _VAULT.seal
unseal = _VAULT.unseal
