"""manage.py identity_providers VERB: whom people sign in by."""

from annotate.config.operation_commands import OperationCommand


class Command(OperationCommand):
    help = "Identity providers that people sign in by (OpenID Connect)."
    examples = """
Examples:
  manage.py identity_providers create --key work --name "Example University" \\
      --issuer https://id.example.org/realms/work --client-id annotate
  manage.py identity_providers try work
  manage.py identity_providers change work --makes-accounts
"""
    verbs = {
        "list": ("identityProvidersList", "List providers, those set at deployment among them."),
        "show": ("identityProvidersRead", "Show one provider; never its secret."),
        "create": ("identityProvidersCreate", "Set a provider up."),
        "change": ("identityProvidersUpdate", "Change a provider, or switch it off or on."),
        "try": ("identityProvidersTry", "Read what a provider says of itself; say what is wrong."),
        "delete": ("identityProvidersDelete", "Delete a provider; identities stay."),
    }
