"""``ocr.v1``: the words that can be read in the image, each with its box (TC §3.1)."""
