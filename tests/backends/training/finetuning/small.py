"""A small project as it would be frozen: two samples, with everything the tasks ask about."""

from annotate.analysis.geometry import Box
from annotate.backends.training.snapshots import SnapshotObject, SnapshotSample

# 500 x 250 pixels, so that 999 / 500 and 999 / 250 steps per pixel are easy to work out by hand.
PARK = SnapshotSample(
    sample=1,
    image="images/park.jpg",
    width=500,
    height=250,
    split="train",
    has_objects=True,
    objects=(
        SnapshotObject(
            label="Oak",
            box=Box(x=0, y=0, width=250, height=250),
            description="An old oak with a split trunk.",
        ),
        SnapshotObject(
            label="kite",
            box=Box(x=400, y=50, width=50, height=25),
            description="A red kite, its tail knotted.",
        ),
        SnapshotObject(label="dog", box=Box(x=300, y=200, width=100, height=50), description=""),
        SnapshotObject(
            label="kite",
            box=Box(x=100, y=25, width=50, height=25),
            description="A blue kite without a tail.",
        ),
    ),
    description="An old oak stands in a park. Two kites fly above a dog.",
    earlier=("An oak and two kites.", "An old oak stands in a park."),
)
# A picture without objects, described once in a single sentence.
SKY = SnapshotSample(
    sample=2,
    image="images/sky.jpg",
    width=100,
    height=100,
    split="held_out",
    has_objects=True,
    description="Grey clouds without an edge.",
)
SMALL = (PARK, SKY)
