"""Images by category and split."""

from typing import Annotated

from pydantic import Field

from annotate.core.schemas import Schema


class CategoryCount(Schema):
    category: str
    images: int
    by_split: Annotated[list[int], Field(description="Its images in each of the splits.")]


class CategorySplit(Schema):
    split: Annotated[str, Field(description="Empty for images in no split.")]
    images: int
    none_given: Annotated[int, Field(description="Images whose metadata name no category.")]


class MetadataField(Schema):
    name: str
    images: int


class Categories(Schema):
    """Images of samples that are not withdrawn."""

    field: Annotated[str, Field(description="The field of the metadata that was read.")]
    fields: Annotated[
        list[MetadataField],
        Field(description="The 20 commonest fields of the metadata of 1,000 images."),
    ]
    splits: Annotated[
        list[CategorySplit], Field(description="Empty where no image names a category.")
    ]
    different: Annotated[int, Field(description="How many categories there are.")]
    top: Annotated[
        list[CategoryCount],
        Field(description="The 20 of most images; an image that names several counts in each."),
    ]
