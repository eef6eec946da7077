import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { renderApp } from "@/testing/render-app";

test("a rule shows what would go before it is saved", async () => {
  const { server } = renderApp("/admin/privacy");
  await userEvent.click(await screen.findByRole("button", { name: "Change the rule for Files of exports" }));
  await userEvent.type(await screen.findByLabelText("Keep for days"), "30");
  expect(await screen.findByText(/Would go now: 3 · /)).toBeInTheDocument();
  expect(server.sent("PUT", "/api/v1/admin/retention/rules/exports")).toHaveLength(0);
  await userEvent.click(screen.getByRole("button", { name: "Save" }));
  await waitFor(() =>
    expect(server.sent("PUT", "/api/v1/admin/retention/rules/exports")[0]?.body).toEqual({ days: 30 }),
  );
});

test("a deletion says what goes and what stays before an administrator carries it out", async () => {
  const { server } = renderApp("/admin/users/2");
  expect(await screen.findByText("40 answers, without a name.")).toBeInTheDocument();
  expect(screen.getByText("This person has asked to be deleted.")).toBeInTheDocument();
  await userEvent.click(screen.getByRole("button", { name: "Delete this person" }));
  const dialog = await screen.findByRole("dialog");
  expect(server.sent("POST", "/api/v1/users/2/deletion")).toHaveLength(0);
  await userEvent.click(within(dialog).getByRole("button", { name: "Delete for good" }));
  await waitFor(() => expect(server.sent("POST", "/api/v1/users/2/deletion")).toHaveLength(1));
});

test("a person asks for the deletion of their account with their password", async () => {
  const { server } = renderApp("/account/privacy");
  await userEvent.click(await screen.findByRole("button", { name: "Ask for deletion" }));
  const dialog = await screen.findByRole("dialog");
  await userEvent.click(within(dialog).getByRole("button", { name: "Ask for deletion" }));
  expect(await within(dialog).findByText("Please fill this in.")).toBeInTheDocument();
  await userEvent.type(within(dialog).getByLabelText("Your password"), "correct-horse-battery");
  await userEvent.click(within(dialog).getByRole("button", { name: "Ask for deletion" }));
  await waitFor(() =>
    expect(server.sent("POST", "/api/v1/me/deletion")[0]?.body).toEqual({ password: "correct-horse-battery" }),
  );
});
