import { afterEach, expect, test } from "vitest";
import { FakeError, FakeServer } from "@/testing/fake-server";
import { connect } from "@/testing/render";
import { api } from "./client";
import { onSessionLost } from "./transport";

afterEach(() => {
  onSessionLost(null);
  document.cookie = "csrftoken=; max-age=0";
});

test("writes carry the token of the cookie, reads do not", async () => {
  document.cookie = "csrftoken=abc";
  const server = connect(new FakeServer().on("POST", "/api/v1/x", () => ({})).on("GET", "/api/v1/x", () => ({})));
  await api.post("/x", {});
  await api.get("/x");
  expect(server.requests.map(({ headers }) => headers.get("X-CSRFToken"))).toEqual(["abc", null]);
});

test("a missing token is fetched and the write sent again, body and all", async () => {
  const server = connect(new FakeServer());
  server
    .on("GET", "/api/v1/session", () => {
      document.cookie = "csrftoken=fresh";
      return { user: null };
    })
    .on("POST", "/api/v1/x", ({ headers, body }) => {
      if (headers.get("X-CSRFToken") !== "fresh") throw new FakeError(403, "csrf", "No token.");
      return body;
    });
  expect(await api.post("/x", { text: "kept" })).toEqual({ text: "kept" });
});

test("a request that meets a lost session waits for the sign-in and is sent again", async () => {
  let signedIn = false;
  connect(
    new FakeServer().on("PUT", "/api/v1/x", ({ body }) => {
      if (!signedIn) throw new FakeError(401, "not_authenticated", "Please sign in.");
      return body;
    }),
  );
  onSessionLost(() => {
    signedIn = true;
    return Promise.resolve(true);
  });
  expect(await api.put("/x", { text: "kept" })).toEqual({ text: "kept" });
});

test("a refusal of any shape becomes one kind of error", async () => {
  connect(new FakeServer().on("GET", "/api/v1/x", () => new Response("<html>Bad gateway</html>", { status: 502 })));
  await expect(api.get("/x")).rejects.toMatchObject({ status: 502, code: "server_error", retry: true });
});

test("no answer at all is told apart from a refusal", async () => {
  const server = connect(new FakeServer());
  server.goOffline();
  await expect(api.get("/x")).rejects.toMatchObject({ status: 0, code: "offline" });
});
