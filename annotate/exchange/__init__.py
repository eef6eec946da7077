"""What comes in and goes out: images, answers and seeds from files, datasets in their formats.

`exports` and `imports` are the registries of formats; each job streams and can be resumed.
"""
