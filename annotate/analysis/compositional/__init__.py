"""Compositional reasoning with descriptions in place of images (ImageInWords §5.3, D.8).

A language model that sees no image chooses the true of two captions from a description alone: what
the description adds to its guess without one says how much of the image's composition the
description holds. Here questions are made, replies read and figures computed; whoever asks a model
is passed in (:func:`annotate.analysis.compositional.asking.asked`).
"""
