import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";
import { renderApp } from "@/testing/render-app";

test("a failed job of the overview is let be by a press", async () => {
  const { server } = renderApp("/projects/1");
  server.on("POST", "/api/v1/projects/:id/jobs/:job/dismiss", () => ({}));
  await userEvent.click(await screen.findByRole("button", { name: "Dismiss" }));
  expect(await screen.findByText("The failed job no longer waits for anybody.")).toBeInTheDocument();
  expect(server.requests.filter(({ path }) => path.endsWith("/dismiss"))).toHaveLength(1);
});
