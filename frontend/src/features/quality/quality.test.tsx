import { notifications } from "@mantine/notifications";
import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, test } from "vitest";
import { FakeError } from "@/testing/fake-server";
import { renderApp } from "@/testing/render-app";
import { ada, makeProject } from "@/testing/world";

// A notice of the test before is an alert, too.
beforeEach(() => notifications.clean());

const asReviewer = { user: ada, projects: [makeProject({ role: "reviewer" })] };

test("each kind of flag leads to the answers it waits for", async () => {
  renderApp("/projects/1/quality");
  const link = await screen.findByRole("link", { name: "Review 2 flags: Unusual time" });
  expect(link).toHaveAttribute("href", "/projects/1/review?code=time_outlier");
});

test("checks run over a batch, with a seeded random sample", async () => {
  const { server } = renderApp("/projects/1/quality");
  await userEvent.click(await screen.findByRole("switch", { name: /Also draw a random sample/ }));
  await userEvent.clear(screen.getByLabelText("How many answers"));
  await userEvent.type(screen.getByLabelText("How many answers"), "5");
  await userEvent.clear(screen.getByLabelText("Seed"));
  await userEvent.type(screen.getByLabelText("Seed"), "7");
  await userEvent.click(screen.getByLabelText("Batch", { selector: "input" }));
  await userEvent.click(await screen.findByRole("option", { name: "2: Second week" }));
  await userEvent.click(screen.getByRole("button", { name: "Run checks" }));
  expect(await screen.findByText("Check answers")).toBeInTheDocument();
  expect(server.sent("POST", "/api/v1/projects/1/quality/run").at(-1)?.body).toEqual({
    batch: 2,
    random: { count: 5, seed: 7 },
  });
});

test("a threshold is saved with all the others as they were", async () => {
  const { server } = renderApp("/projects/1/quality");
  const input = await screen.findByLabelText("Unusual time: standard deviations");
  expect(screen.getByRole("button", { name: "Save thresholds" })).toBeDisabled();
  await userEvent.clear(input);
  await userEvent.type(input, "2.5");
  await userEvent.click(screen.getByRole("button", { name: "Save thresholds" }));
  expect(await screen.findByText("Thresholds saved.")).toBeInTheDocument();
  expect(server.sent("PUT", "/api/v1/projects/1/quality").at(-1)?.body).toMatchObject({
    time_z: 2.5,
    capitals_share: 0.5,
    canned_text: "Quality issues are too severe to recognize visual content.",
  });
});

test("a refused threshold is marked at its input", async () => {
  const { server } = renderApp("/projects/1/quality");
  server.on("PUT", "/api/v1/projects/:id/quality", () => {
    throw new FakeError(400, "invalid", "These settings do not work.", {
      fields: [{ path: "duplicate_similarity", code: "too_large", message: "At most 1." }],
    });
  });
  await userEvent.type(await screen.findByLabelText("Near duplicates: similarity"), "5");
  await userEvent.click(screen.getByRole("button", { name: "Save thresholds" }));
  await waitFor(() => {
    expect(screen.getByLabelText("Near duplicates: similarity")).toHaveAccessibleDescription(/At most 1/);
  });
});

test("a threshold that is a share is typed in percent and sent as a share", async () => {
  const { server } = renderApp("/projects/1/quality");
  const capitals = await screen.findByLabelText("Capitals: share of the letters");
  await userEvent.clear(capitals);
  await userEvent.type(capitals, "35");
  await userEvent.click(screen.getByRole("button", { name: "Save thresholds" }));
  await waitFor(() => {
    expect(server.sent("PUT", "/api/v1/projects/1/quality").at(-1)?.body).toMatchObject({ capitals_share: 0.35 });
  });
});

test("a reviewer reads thresholds and cannot change them", async () => {
  renderApp("/projects/1/quality", asReviewer);
  expect(await screen.findByLabelText("Capitals: share of the letters")).toBeDisabled();
  expect(screen.queryByRole("button", { name: "Run checks" })).not.toBeInTheDocument();
});

test("a measure without a value says that it is undefined, and why", async () => {
  renderApp("/projects/1/quality/agreement");
  const table = await screen.findByRole("table", { name: "Validation" });
  const row = within(table).getByText("True for the image: Krippendorff's α").closest("tr") as HTMLElement;
  expect(within(row).getByText("Undefined")).toBeInTheDocument();
  expect(within(row).getByText(/Everybody gave the same vote/)).toBeInTheDocument();
  expect(screen.getByText("-0.080")).toBeInTheDocument();
  expect(screen.getByText("-0.210 to 0.060")).toBeInTheDocument();
  expect(screen.getByText("over 40 images")).toBeInTheDocument();
  expect(screen.getAllByText("95% interval: images are drawn anew.")).not.toHaveLength(0);
});

test("per image the majority and the difficulty are shown", async () => {
  renderApp("/projects/1/quality/agreement");
  const table = await screen.findByRole("table", { name: "Per image" });
  const row = within(table).getByText("church-tower-004.jpg").closest("tr") as HTMLElement;
  expect(within(row).getByText("Yes (3 yes, 2 no)")).toBeInTheDocument();
  expect(within(row).getByText("Unusable")).toBeInTheDocument();
});
