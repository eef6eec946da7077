import type { ItemJustifications } from "@/api/studies";

export const justified: ItemJustifications = {
  number: 2,
  image_name: "fern.jpg",
  justifications: [
    {
      rater: "Rater 2",
      role: "reviewer",
      metric: "comprehensiveness",
      score: 1,
      verdict: "rejected",
      text: "It names the red hat.",
      found: [{ start: 13, end: 16 }],
    },
  ],
};
