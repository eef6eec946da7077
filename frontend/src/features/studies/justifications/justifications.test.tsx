import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";
import { accessibilityProblems } from "@/testing/render";
import { renderApp } from "@/testing/render-app";

const PAGE = "/projects/1/studies/1/justifications";

test("what was found is lit, counted and told with who said it of what", async () => {
  renderApp(`${PAGE}?words=red`);
  expect(await screen.findByText("1 justification of 1 case")).toBeInTheDocument();
  const found = await screen.findByText("red");
  expect(found.closest("mark")).not.toBeNull();
  expect(screen.getByText(/Rater 2 · Reviewer in the study · Comprehensiveness/)).toBeInTheDocument();
  expect(await accessibilityProblems()).toEqual([]);
});

test("the search and the sheet ask for the same", async () => {
  renderApp(PAGE);
  await userEvent.type(await screen.findByLabelText("Words in the justification"), "red hat{Enter}");
  await waitFor(() =>
    expect(screen.getByRole("link", { name: "Download CSV" })).toHaveAttribute(
      "href",
      "/api/v1/projects/1/studies/1/justifications.csv?words=red+hat",
    ),
  );
});
