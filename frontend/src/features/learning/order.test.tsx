import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";
import { renderApp } from "@/testing/render-app";
import { ada, makeProject } from "@/testing/world";

const PAGE = "/projects/1/learning/order";

test("a rule that cannot be applied is out of reach, with its reason", async () => {
  renderApp(PAGE);
  const rule = await screen.findByRole("radio", { name: "Disagreement" });
  expect(rule).toBeDisabled();
  expect(rule).toHaveAccessibleDescription("Where two versions differ most. Only one version has made seeds.");
});

test("a chosen rule is applied, and it is said since when and by whom", async () => {
  const { server } = renderApp(PAGE);
  await userEvent.click(await screen.findByRole("radio", { name: "Diversity" }));
  await userEvent.click(screen.getByRole("button", { name: "Put in this order" }));
  expect(await screen.findByText(/38 images ordered by Lena Berg/)).toBeInTheDocument();
  expect(server.sent("POST", "/api/v1/projects/1/ordering").at(-1)?.body).toEqual({ rule: "diversity" });
});

test("a reviewer sees the order and changes nothing", async () => {
  renderApp(PAGE, { user: ada, projects: [makeProject({ role: "reviewer" })] });
  expect(await screen.findByRole("radio", { name: "Diversity" })).toBeDisabled();
  expect(screen.queryByRole("button", { name: "Put in this order" })).not.toBeInTheDocument();
});
