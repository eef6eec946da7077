"""Images: their metadata, their pixels and where these are kept.

`intake` is the one place where pixels come in: checked, bounded, stripped and encoded anew.
"""
