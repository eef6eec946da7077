"""Releases pushed to the Hugging Face Hub, or to another server that speaks as it does.

`huggingface_hub` knows the protocol, and `core.fetch` carries every request of it (decision 0056).
"""
