import { render, screen, waitFor } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { Suspense, use } from "react";
import { expect, test } from "vitest";
import { deferred, deferredOver } from "./deferred";

const never = new Promise<string>(() => undefined);

function NeedsWords() {
  return <p>{use(never)}</p>;
}

test("a part that still waits for its words takes neither the page nor the focus away", async () => {
  let asked = 0;
  const Part = deferred(() => {
    asked += 1;
    return Promise.resolve(NeedsWords);
  });
  render(
    <Suspense fallback="The page is loading">
      <textarea aria-label="Text" />
      <Part />
    </Suspense>,
  );
  const field = screen.getByRole("textbox", { name: "Text" });
  field.focus();
  await waitFor(() => expect(asked).toBeGreaterThan(0));
  await userEvent.type(field, "green eyes");
  expect(field).toBeVisible();
  expect(field).toHaveFocus();
  expect(field).toHaveValue("green eyes");
});

test("a part that could not be fetched is asked for again", async () => {
  let asked = 0;
  const Part = deferred(() => {
    asked += 1;
    return asked === 1 ? Promise.reject(new Error("no network")) : Promise.resolve(() => <p>here</p>);
  });
  render(<Part />);
  expect(await screen.findByText("here", undefined, { timeout: 6_000 })).toBeVisible();
  expect(asked).toBe(2);
});

test("what stands in for a part is not exchanged while it is in use, but the next time", async () => {
  const Field = deferredOver(
    () => <input aria-label="Simple" />,
    () => Promise.resolve(() => <input aria-label="Whole" />),
  );
  const { rerender } = render(<Field key="first" />);
  const simple = screen.getByRole("textbox", { name: "Simple" });
  simple.focus();
  await Field.fetch();
  rerender(<Field key="first" />);
  await userEvent.type(simple, "cat");
  expect(screen.getByRole("textbox", { name: "Simple" })).toHaveValue("cat");
  rerender(<Field key="second" />);
  expect(screen.getByRole("textbox", { name: "Whole" })).toBeInTheDocument();
});
