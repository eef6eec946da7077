"""Every write about identity providers, identities, and the roles that groups give."""

from annotate.sso.services.arriving import arrive
from annotate.sso.services.beginning import begin
from annotate.sso.services.identities import unlink
from annotate.sso.services.providers import change, delete, make, try_out

__all__ = ["arrive", "begin", "change", "delete", "make", "try_out", "unlink"]
