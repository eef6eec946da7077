import type { StageAgreement } from "@/api/quality";
import { notice } from "./world";
import { captionStage } from "./world-quality";

const assumption = notice("95% interval: images are drawn anew.");
type Why = ReturnType<typeof notice> | null;
const ends = (low: number | null, high: number | null, images: number, no_interval: Why = null) => ({
  low,
  high,
  images,
  no_interval,
  assumption,
});

export const agreement: StageAgreement[] = [
  {
    ...captionStage,
    measures: [
      {
        name: "pairwise_similarity",
        title: notice("Similarity of captions, pairwise"),
        value: 0.31,
        undefined: null,
        n: 22,
        ...ends(0.24, 0.38, 22),
        explanation: notice("The mean over images of the mean token overlap between each two captions of the image."),
      },
      {
        name: "alpha_text_detected",
        title: notice("Text in the image: Krippendorff's α"),
        value: 0.72,
        undefined: null,
        n: 22,
        ...ends(0.49, 0.9, 22),
        explanation: notice("Agreement beyond chance on yes and no; 1 is full agreement, 0 is what chance would give."),
      },
    ],
  },
  {
    key: "validation",
    title: "Validation",
    title_code: null,
    kind: "vote.v1",
    measures: [
      {
        name: "alpha_true_for_image",
        title: notice("True for the image: Krippendorff's α"),
        value: null,
        undefined: notice("Everybody gave the same vote, so there is nothing that chance could have made differ."),
        n: 40,
        ...ends(
          null,
          null,
          0,
          notice("Everybody gave the same vote, so there is nothing that chance could have made differ."),
        ),
        explanation: notice("Agreement beyond chance on yes and no."),
      },
      {
        name: "alpha_one_sentence",
        title: notice("One sentence: Krippendorff's α"),
        value: -0.08,
        undefined: null,
        n: 40,
        ...ends(-0.21, 0.06, 40),
        explanation: notice("Agreement beyond chance on yes and no; below 0 people disagree more than chance would."),
      },
    ],
  },
];
