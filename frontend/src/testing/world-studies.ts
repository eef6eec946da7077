import type { Assignment } from "@/api/types";
import * as hits from "./world-hits";

/** Studies of texts, invented: what is asked, what came of it, and single cases. */

export const metrics = [
  { key: "comprehensiveness", title: "Comprehensiveness", help: "Does it cover all that matters in the image: objects, people, the place, what happens and how things relate to each other?" },
  { key: "specificity", title: "Specificity", help: "Is it precise? “Two green parrots” says more than “some birds”, and the name of a landmark more than “a large building”." },
  { key: "hallucination", title: "Hallucinations", help: "Is all of it true and to be seen in the image? Better is the text with fewer things that are wrong, made up or only guessed." },
  { key: "tldr", title: "First lines as a summary", help: "Do the first lines alone tell in short what there is to expect in the image?" },
  { key: "human_like", title: "Human-likeness", help: "Does it read as if a person who writes well had written it, without stock phrases and repetitions?" },
];

export const texts = [
  "A red house with a steep roof stands on a green meadow under a pale blue sky. The front of the house has one dark door in the middle, slightly below the centre of the image. To its right, high above the roof, a pale round sun hangs in the sky. The meadow takes up the lower third of the image and is of one even green. There are no people, no animals and no trees to be seen. The light is flat, and nothing throws a shadow. The house is seen straight from the front, so that its sides cannot be seen; its walls meet the meadow in a straight line.",
  "The image shows a charming little house in a beautiful meadow. The house is red and has a black door, and its roof rises to a point. Above it the sky is clear and bright blue, with a large white sun or moon on the right. The overall mood is calm and peaceful, evoking a sense of rural simplicity and inviting the viewer to step inside. In the foreground a wide green meadow stretches from left to right.",
] as const;

const rating = (kind: string, settings: object) => ({ key: "rating", title: "Rating", kind, settings: settings as Record<string, unknown> });

export function makeComparison(changes: Partial<Assignment> = {}): Assignment {
  return hits.makeAssignment(603, {
    project: { id: 5, name: "Study: first round or second" },
    stage: rating("side_by_side.v1", { metrics, justification: "required", min_words: 1 }),
    start: { scores: {} },
    about: { texts: [...texts] },
    ...changes,
  });
}

export function makeGrading(): Assignment {
  return makeComparison({
    id: 604,
    stage: rating("likert.v1", {
      metrics: [{ key: "overall", title: "Overall quality", help: "How well does this text describe the image to somebody who cannot see it? Think of what it covers, whether it is true, and how it reads." }],
      low_label: "Very poor",
      high_label: "Very good",
      comment: "optional",
    }),
    about: { texts: [texts[0]] },
  });
}

