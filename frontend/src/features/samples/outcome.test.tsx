import { screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { renderWithProviders } from "@/testing/render";
import { makeAnnotation } from "@/testing/world";
import { textcaps } from "@/testing/world-recipes";
import { Outcome } from "./outcome";

const shares = { yes: 1, no: 1, share: 0.5, passed: false };
const judged = makeAnnotation({
  id: 1,
  outcome: { kept: false, numbers: { majority: 0.5, criteria: { true_for_image: shares } } },
});

test("what was voted on is told by its question", () => {
  renderWithProviders(
    <Outcome annotation={judged} judging={textcaps.stages.find(({ key }) => key === "validation")} />,
  );
  expect(screen.getByText("Is everything in the caption true for this image?")).toBeInTheDocument();
  expect(screen.getByText("50% yes (1 of 2): not enough")).toBeInTheDocument();
  expect(screen.queryByText(/true for image/i)).not.toBeInTheDocument();
});

test("what was voted on is told by its key where the stage is not at hand", () => {
  renderWithProviders(<Outcome annotation={judged} judging={undefined} />);
  expect(screen.getByText("True for image")).toBeInTheDocument();
});
