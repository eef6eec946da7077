import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";
import type { Delivery, Webhook } from "@/api/webhooks";
import { FakeError } from "@/testing/fake-server";
import { renderApp } from "@/testing/render-app";
import { notice } from "@/testing/world";
import { beginOf } from "./send-failed";

const ALL = "/api/v1/projects/1/webhooks";
const ONE = `${ALL}/7`;
const AT = "2026-11-20T10:00:00Z";
const SECRET = "whsec_c2VjcmV0";

const webhook: Webhook = {
  id: 7,
  url: "https://example.org/told",
  events: [],
  is_enabled: true,
  state: "on",
  old_secret_until: null,
  created_at: AT,
  secret: null,
};

const delivery: Delivery = {
  id: 31,
  number: 4,
  message_id: "msg_1",
  type: "sample.finished",
  body: "{}",
  state: "given_up",
  attempts: 7,
  due_at: AT,
  status: 500,
  fault: null,
  created_at: AT,
  sent_at: AT,
};

const pages = (...results: Delivery[]) => ({ next: null, previous: null, results });

function open(path: string, rows: Webhook[], deliveries: Delivery[] = []) {
  const view = renderApp(`/projects/1/settings/webhooks${path}`);
  view.server
    .on("GET", ALL, () => rows)
    .on("GET", `${ONE}/deliveries`, ({ query }) =>
      pages(...deliveries.filter(({ state }) => (query.get("state") ?? state) === state)),
    );
  return view.server;
}

test("an endpoint is added for some events and its secret shown once", async () => {
  const server = open("", []);
  server.on("POST", ALL, () => ({ ...webhook, secret: SECRET }));
  expect(await screen.findByText("No server is told yet")).toBeInTheDocument();
  await userEvent.type(screen.getByLabelText(/^Address/), " https://example.org/told ");
  await userEvent.click(screen.getByRole("radio", { name: "Only what I choose" }));
  await userEvent.click(screen.getByRole("button", { name: "Add it" }));
  expect(screen.getByText("Choose at least one event.")).toBeInTheDocument();
  await userEvent.click(screen.getByRole("checkbox", { name: "Release frozen" }));
  await userEvent.click(screen.getByRole("button", { name: "Add it" }));
  expect(await screen.findByLabelText("Secret")).toHaveValue(SECRET);
  expect(server.sent("POST", ALL).at(-1)?.body).toEqual({
    url: "https://example.org/told",
    events: ["release.frozen"],
  });
  await userEvent.click(screen.getByRole("button", { name: "I have copied it" }));
  expect(screen.queryByDisplayValue(SECRET)).not.toBeInTheDocument();
});

test("an address that the server refuses is said at its field and stays typed", async () => {
  const server = open("", []);
  server.on("POST", ALL, () => {
    const fields = [{ path: "url", message: "Only HTTPS is asked.", code: "only_https_is_asked" }];
    throw new FakeError(422, "invalid", "Some fields are not valid.", { fields });
  });
  const field = await screen.findByLabelText(/^Address/);
  await userEvent.type(field, "http://example.org");
  await userEvent.click(screen.getByRole("button", { name: "Add it" }));
  expect(await screen.findByText("Only HTTPS is asked.")).toBeInTheDocument();
  expect(field).toHaveValue("http://example.org");
  expect(field).toBeInvalid();
  expect(field).toHaveFocus();
});

test("a delivery that was given up says why and is sent again", async () => {
  const refused = { ...delivery, id: 30, number: 3, status: null, fault: notice("This server is not public.") };
  const waiting = { ...delivery, id: 32, number: null, state: "pending", attempts: 0, status: null } as const;
  const server = open("/7", [webhook], [waiting, delivery, refused]);
  server.on("POST", `${ONE}/deliveries/31/send`, () => ({ ...delivery, state: "pending" }));
  const table = await screen.findByRole("table", { name: "Deliveries" });
  const rows = within(table).getAllByRole("row");
  expect(rows[1]).toHaveTextContent(/Waiting.*None yet.*Now/);
  expect(rows[2]).toHaveTextContent(/Given up.*The server had a fault \(500\)/);
  expect(rows[3]).toHaveTextContent(/This server is not public/);
  await userEvent.click(screen.getByRole("button", { name: "Send again: delivery 4" }));
  expect(await screen.findByText("It is sent again.")).toBeInTheDocument();
});

test("all that failed since a day is sent again", async () => {
  const server = open("/7", [webhook], [delivery]);
  server.on("POST", `${ONE}/deliveries/send`, () => ({ count: 2 }));
  await userEvent.click(await screen.findByRole("button", { name: "Send failed ones again" }));
  const dialog = await screen.findByRole("dialog");
  await userEvent.type(within(dialog).getByLabelText("Happened since"), "2026-11-01");
  await userEvent.click(within(dialog).getByRole("button", { name: "Send again" }));
  expect(await screen.findByText("2 deliveries are sent again.")).toBeInTheDocument();
  expect(server.sent("POST", `${ONE}/deliveries/send`).at(-1)?.body).toEqual({ since: beginOf("2026-11-01") });
});

test("nothing is offered to be sent again where nothing was given up", async () => {
  open("/7", [webhook], [{ ...delivery, state: "delivered", status: 200 }]);
  await screen.findByRole("table", { name: "Deliveries" });
  expect(screen.queryByRole("button", { name: "Send failed ones again" })).not.toBeInTheDocument();
});

test("a secret is rotated with a day of overlap unless somebody else knows it", async () => {
  const server = open("/7", [webhook]);
  server.on("POST", `${ONE}/rotate`, () => ({ ...webhook, secret: SECRET, old_secret_until: AT }));
  await userEvent.click(await screen.findByRole("button", { name: "Rotate secret" }));
  const dialog = await screen.findByRole("dialog");
  await userEvent.click(within(dialog).getByRole("button", { name: "Make another secret" }));
  expect(await screen.findByLabelText("Secret")).toHaveValue(SECRET);
  expect(screen.getByText(/The secret before signs as well until/)).toBeInTheDocument();
  expect(server.sent("POST", `${ONE}/rotate`).at(-1)?.body).toEqual({ at_once: false });
});

test.each([
  ["gone", "Switched off: gone", /answered 410/],
  ["failing", "Switched off: not reached", /Nothing was received for five days/],
  ["secret_unreadable", "Needs another secret", /Rotate it/],
] as const)("an endpoint that is %s says so and what to do", async (state, badge, why) => {
  open("/7", [{ ...webhook, is_enabled: state === "secret_unreadable", state }]);
  expect(await screen.findByText(badge)).toBeInTheDocument();
  expect(screen.getByText(why)).toBeInTheDocument();
  expect(await screen.findByText("Nothing was sent yet")).toBeInTheDocument();
});

test("an endpoint is deleted after asking, by its address", async () => {
  const server = open("/7", [webhook]);
  server.on("DELETE", ONE, () => undefined);
  await userEvent.click(await screen.findByRole("button", { name: "Delete" }));
  const dialog = await screen.findByRole("dialog");
  expect(dialog).toHaveTextContent("https://example.org/told is told nothing more");
  server.on("GET", ALL, () => []);
  await userEvent.click(within(dialog).getByRole("button", { name: "Delete" }));
  expect(await screen.findByText("No server is told yet")).toBeInTheDocument();
});

test("an endpoint that is not there says so", async () => {
  open("/8", [webhook]);
  expect(await screen.findByText("There is no such webhook")).toBeInTheDocument();
});

test("deliveries that cannot be read can be asked for again", async () => {
  const server = open("/7", [webhook], [delivery]);
  server.on("GET", `${ONE}/deliveries`, () => {
    throw new FakeError(503, "database_away", "The database cannot be reached.");
  });
  expect(await screen.findByText("The database cannot be reached.")).toBeInTheDocument();
  expect(screen.getByRole("button", { name: "Try again" })).toBeInTheDocument();
});
