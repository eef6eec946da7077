"""The version of this client, and of the API that it speaks."""

__version__ = "0.1.0"
# As it stands in every address: /api/v1/…
API_VERSION = "v1"
