import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";
import type { Groups } from "@/api/groups";
import { FakeError } from "@/testing/fake-server";
import { renderApp } from "@/testing/render-app";

const PAGE = "/projects/1/studies/groups";
const ADDRESS = "/api/v1/projects/:id/groups";
const notice = (message: string) => ({ message, message_code: null, remedy: null, remedy_code: null, params: {} });
const none: Groups = {
  scheme: null,
  figures: null,
  undefined: notice("This project has no groups: figures by group are undefined."),
};
const some: Groups = {
  scheme: {
    name: "Skin tone",
    values: ["Lighter", "Darker"],
    means: {},
    guideline: "Look.",
    per_image: 3,
    is_enabled: true,
  },
  figures: {
    images: 20,
    counts: [
      { value: "Lighter", images: 9 },
      { value: "Darker", images: 5 },
    ],
    cannot_tell: 2,
    tied: 1,
    answers: 48,
    imported: 4,
    people: 3,
    agreement: [],
  },
  undefined: null,
};

test("a project that has not opted in is told what it would mean, and asks nobody", async () => {
  const { server } = renderApp(PAGE);
  server.on("GET", ADDRESS, () => none);
  expect(await screen.findByText("This is sensitive data")).toBeInTheDocument();
  expect(screen.getByText(/figures by group are undefined/)).toBeInTheDocument();
  expect(screen.getByRole("switch", { name: /Ask annotators/ })).not.toBeChecked();
  expect(screen.queryByRole("button", { name: "Delete all" })).not.toBeInTheDocument();
});

test("a lead says what is asked, one value in each line, and a wrong value is named there", async () => {
  const { server } = renderApp(PAGE);
  server
    .on("GET", ADDRESS, () => none)
    .on("PUT", ADDRESS, () => {
      throw new FakeError(422, "invalid", "Some places need your attention.", {
        fields: [{ path: "values[1]", code: "invalid", message: "This value is there already.", params: {} }],
      } as never);
    });
  await userEvent.type(await screen.findByRole("textbox", { name: /^Name/ }), "Skin tone");
  await userEvent.type(screen.getByRole("textbox", { name: /^Values/ }), "Lighter\nlighter");
  await userEvent.type(screen.getByRole("textbox", { name: /^Guideline/ }), "Look.");
  await userEvent.click(screen.getByRole("switch", { name: /Ask annotators/ }));
  await userEvent.click(screen.getByRole("button", { name: "Save" }));
  expect(server.sent("PUT", "/api/v1/projects/1/groups").at(-1)?.body).toEqual({
    name: "Skin tone",
    values: ["Lighter", "lighter"],
    means: {},
    guideline: "Look.",
    per_image: 3,
    is_enabled: true,
  });
  expect(await screen.findByText("This value is there already.")).toBeInTheDocument();
});

test("sums are shown, and all is deleted in one act that asks first", async () => {
  const { server } = renderApp(PAGE);
  server.on("GET", ADDRESS, () => some).on("DELETE", ADDRESS, () => ({ answers: 48 }));
  const table = await screen.findByRole("table", { name: "Skin tone" });
  const images = within(table)
    .getAllByRole("row")
    .slice(1)
    .map((row) => row.textContent);
  expect(screen.getByText(/^48 answers, 3 people answered here, 4 answers came from files\./)).toBeInTheDocument();
  expect(images).toEqual(["Lighter9", "Darker5", "Cannot tell2", "Tied, no group1", "Nothing said yet3"]);
  expect(screen.getByRole("textbox", { name: /^Values/ })).toHaveAttribute("readonly");
  await userEvent.click(screen.getByRole("button", { name: "Delete all" }));
  const dialog = await screen.findByRole("dialog");
  expect(dialog).toHaveTextContent("48 answers will be gone");
  await userEvent.click(within(dialog).getByRole("button", { name: "Delete all" }));
  expect(await screen.findByText("48 answers deleted.")).toBeInTheDocument();
});

test("what values mean is said by value, also under answers, and a line that is gone means nothing", async () => {
  const { server } = renderApp(PAGE);
  const means = { Lighter: [], Gone: ["woman"] };
  server.on("GET", ADDRESS, () => ({ ...some, scheme: { ...some.scheme, means } })).on("PUT", ADDRESS, () => some);
  const darker = await screen.findByRole("group", { name: "Darker" });
  expect(darker.closest("details")).toHaveAttribute("open");
  await userEvent.click(within(darker).getByRole("checkbox", { name: "Black" }));
  await userEvent.click(within(darker).getByRole("checkbox", { name: "Man" }));
  await userEvent.click(screen.getByRole("button", { name: "Save" }));
  expect(server.sent("PUT", "/api/v1/projects/1/groups").at(-1)?.body).toMatchObject({
    means: { Darker: ["black", "man"] },
  });
});
