import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, test } from "vitest";
import { FakeError } from "@/testing/fake-server";
import { accessibilityProblems } from "@/testing/render";
import { renderApp } from "@/testing/render-app";
import { ada, lena } from "@/testing/world";

const pages: [address: string, heading: string, content: RegExp][] = [
  ["/work", "My work", /Start: Objects/],
  ["/home", "Home", /1 job has failed/],
  ["/projects", "Projects", /5 of 14 samples done/],
  ["/projects/new", "New project", /at least 4 different people/],
  ["/projects/1", "Village streets", /3 samples wait for new people/],
  ["/projects/1/samples", "Village streets", /harbour-001.jpg/],
  ["/projects/1/samples?view=table", "Village streets", /harbour-001.jpg/],
  ["/projects/1/import", "Village streets", /first-photos.zip/],
  ["/projects/1/seeding", "Village streets", /7 to go/],
  ["/projects/1/people", "Village streets", /Tomáš Novák/],
  ["/projects/1/guidelines", "Village streets", /What a good description says/],
  ["/projects/1/export", "Village streets", /SHA-256/],
  ["/projects/1/audit", "Village streets", /guidelines published/],
  ["/projects/1/settings", "Village streets", /Rounds and rules/],
  ["/projects/1/models", "Village streets", /street-vlm/],
  ["/projects/1/models/comparisons/6", "Village streets", /M2 is better/],
  ["/projects/1/models/3?trial=5", "Village streets", /A red house stands on a green meadow/],
  ["/samples/2", "market-square-002.jpg", /^What happened$/],
  ["/account", "Account", /Your name, as others see it/],
  ["/account/security", "Account", /Where you are signed in/],
  ["/account/notifications", "Account", /What you are told/],
  ["/account/tokens", "Account", /Nightly export/],
  ["/account/privacy", "Account", /Delete this account/],
  ["/history", "History", /5 min 1 s/],
  ["/history/2", "My submission", /What I changed/],
  ["/admin/users", "Users", /tomas@example.org/],
  ["/admin/users/2", "Users", /ada@example.org/],
  ["/admin/health", "Health", /No worker is running/],
  ["/admin/audit", "Audit", /guidelines published/],
  ["/admin/connections", "Connections", /House model/],
  ["/admin/sign-in", "Sign-in", /id.example.org/],
  ["/admin/storage", "Storage", /3.4 GB/],
  ["/admin/privacy", "Privacy", /Files of exports/],
];

test.each(pages)("%s shows its heading and content without axe findings", async (address, heading, content) => {
  renderApp(address);
  expect((await screen.findAllByText(content))[0]).toBeInTheDocument();
  const main = screen.getByRole("main");
  expect(within(main).getByRole("heading", { level: 1 }).textContent).toMatch(
    address.startsWith("/samples/") ? /\.jpg$/ : heading,
  );
  await waitFor(() => expect(document.title).toMatch(/ · Annotate$/));
  expect(await accessibilityProblems()).toEqual([]);
});

test("somebody not signed in signs in first and then gets the page they asked for", async () => {
  const { router } = renderApp("/projects/1/people", { user: null });
  await userEvent.type(await screen.findByLabelText("User name"), "lena");
  await userEvent.type(screen.getByLabelText("Password"), "correct horse");
  await userEvent.click(screen.getByRole("button", { name: "Sign in" }));
  expect(await screen.findByText("Tomáš Novák")).toBeInTheDocument();
  expect(router.state.location.pathname).toBe("/projects/1/people");
});

test("a wrong password is answered in words and empties only the password", async () => {
  renderApp("/login", { user: null });
  await userEvent.type(await screen.findByLabelText("User name"), "lena");
  await userEvent.type(screen.getByLabelText("Password"), "wrong");
  await userEvent.click(screen.getByRole("button", { name: "Sign in" }));
  expect(await screen.findByText("User name or password is wrong.")).toBeInTheDocument();
  expect(screen.getByLabelText("User name")).toHaveValue("lena");
  expect(screen.getByLabelText("Password")).toHaveValue("");
});

test("a lost session is restored over the page, and what was typed is then saved", async () => {
  const { server, state } = renderApp("/projects/1/settings");
  server.on("PATCH", "/api/v1/projects/:id", ({ body }) => {
    if (!state.user) throw new FakeError(401, "not_authenticated", "Please sign in.");
    return { ...state.projects[0], ...(body as object) };
  });
  const name = await screen.findByLabelText("Name");
  await userEvent.clear(name);
  await userEvent.type(name, "Quiet streets");
  state.user = null;
  const save = screen.getAllByRole("button", { name: "Save changes" })[0];
  if (save) await userEvent.click(save);
  const dialog = await screen.findByRole("dialog", { name: "Please sign in again" });
  expect(within(dialog).getByLabelText("User name")).toHaveValue("lena");
  await userEvent.type(within(dialog).getByLabelText("Password"), "correct horse");
  await userEvent.click(within(dialog).getByRole("button", { name: "Sign in" }));
  expect(await screen.findByText("Settings saved.")).toBeInTheDocument();
  const sent = server.sent("PATCH", "/api/v1/projects/:id").at(-1);
  expect(sent?.body).toMatchObject({ name: "Quiet streets" });
});

test("an unknown address says so and leads home", async () => {
  renderApp("/nowhere");
  expect(await screen.findByRole("heading", { level: 1 })).toHaveTextContent("There is nothing at this address");
  // Once, by itself or by the frame that it stands in.
  expect(within(screen.getByRole("main")).getByText("Annotate")).toBeInTheDocument();
  expect(screen.getByRole("link", { name: "Go to my work" })).toHaveAttribute("href", "/work");
});

test.each(["/projects/abc", "/projects/1/studies/abc", "/projects/1/samples/abc", "/history/abc", "/hits/abc"])(
  "an address with a name where a number belongs is an unknown one: %s",
  async (address) => {
    renderApp(address);
    expect(await screen.findByText("There is nothing at this address")).toBeInTheDocument();
  },
);

test("a project that is not mine looks like one that does not exist", async () => {
  renderApp("/projects/77");
  expect(await screen.findByText("There is nothing at this address")).toBeInTheDocument();
});

test("an annotator sees of a project only what concerns them", async () => {
  renderApp("/projects/2", { user: { ...lena, is_admin: false, may_create_projects: false } });
  await screen.findByText("What a good description says");
  expect(screen.queryByRole("navigation", { name: "Places of the project" })).not.toBeInTheDocument();
});

describe("a reviewer", () => {
  const open = (page: string) => {
    const app = renderApp(`/projects/1${page}`, { user: ada });
    const project = { ...app.state.projects[0], role: "reviewer", recipe: null };
    app.server.on("GET", "/api/v1/projects/:id", () => project);
    return app;
  };

  const linksIn = (bar: HTMLElement) =>
    within(bar)
      .getAllByRole("link")
      .map((link) => link.textContent);

  test("gets the places that they may read", async () => {
    open("");
    const places = await screen.findByRole("navigation", { name: "Places of the project" });
    expect(linksIn(places)).toEqual(["Home", "Data", "Review", "People", "Models", "Studies", "Settings"]);
    const pages = screen.getByRole("navigation", { name: "Pages of Home" });
    expect(linksIn(pages)).toEqual(["Overview", "Rounds", "Early stopping", "Report"]);
    expect(await screen.findByText(/3 samples wait for new people/)).toBeInTheDocument();
    expect(screen.queryByRole("button", { name: "Cancel" })).not.toBeInTheDocument();
  });

  test.each([
    ["/seeding", "Last run", /Seed \d|Import seeds|Open \d|Cancel/],
    ["/people", "Tomáš Novák", /Stop access|Remove|Add|Make a link/],
    ["/export", "5 samples", /Start export|Cancel|Run again/],
    ["/releases", "Frozen", /New release|Cancel/],
    ["/releases/datasheet", "Not to find people.", /Save/],
    ["/guidelines", "What a good description says", /Edit/],
  ])("reads %s without anything to change it by", async (page, content, actions) => {
    open(page);
    expect((await screen.findAllByText(content, { exact: false }))[0]).toBeInTheDocument();
    expect(within(screen.getByRole("main")).queryByRole("button", { name: actions })).not.toBeInTheDocument();
    expect(within(screen.getByRole("main")).queryByRole("textbox")).not.toBeInTheDocument();
  });

  test("reads a sample but cannot withdraw it", async () => {
    const { server } = renderApp("/samples/2", { user: ada });
    server.on("GET", "/api/v1/projects/:id", () => ({
      id: 1,
      name: "Village streets",
      role: "reviewer",
      recipe: null,
    }));
    await screen.findByRole("region", { name: "Image description" });
    expect(screen.queryByRole("button", { name: "Withdraw" })).not.toBeInTheDocument();
  });

  test.each(["/import", "/audit", "/settings"])("is told that %s is for leads", async (page) => {
    open(page);
    expect(await screen.findByRole("heading", { name: "Only leads can open this page" })).toBeInTheDocument();
    expect(within(screen.getByRole("main")).queryByRole("button")).not.toBeInTheDocument();
  });
});

test("an annotator is told who may open a page they got the address of", async () => {
  renderApp("/projects/2/export", { user: { ...lena, is_admin: false } });
  expect(
    await screen.findByRole("heading", { name: "Only leads and reviewers can open this page" }),
  ).toBeInTheDocument();
});

test("a page that cannot be loaded says why and can be tried again", async () => {
  const { server } = renderApp("/");
  let broken = true;
  server.on("GET", "/api/v1/history", () => {
    if (broken) throw new FakeError(500, "server_error", "Something went wrong on our side.");
    return { next: null, previous: null, results: [] };
  });
  await screen.findByRole("heading", { level: 1, name: "My work" });
  await userEvent.click(screen.getByRole("link", { name: "History" }));
  expect(await screen.findByText("Something went wrong on our side.")).toBeInTheDocument();
  broken = false;
  await userEvent.click(screen.getByRole("button", { name: "Try again" }));
  expect(await screen.findByText("Nothing submitted yet")).toBeInTheDocument();
});

test("an unreachable server is told apart from one that refuses", async () => {
  const { server } = renderApp("/");
  await screen.findByRole("link", { name: "History" });
  server.goOffline();
  await userEvent.click(screen.getByRole("link", { name: "History" }));
  expect(await screen.findByText("The server cannot be reached.")).toBeInTheDocument();
});
