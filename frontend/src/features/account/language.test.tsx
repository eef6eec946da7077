import { act, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, describe, expect, test } from "vitest";
import { i18n, wishLanguage } from "@/lib/i18n";
import { renderApp } from "@/testing/render-app";
import { ada } from "@/testing/world";

const german = { ...ada, preferences: { ...ada.preferences, language: "de" as const } };

afterEach(async () => {
  await act(() => wishLanguage(null));
  localStorage.clear();
});

describe("the language of the pages", () => {
  test("is chosen with the account, at once and for good", async () => {
    const { server } = renderApp("/account");
    await userEvent.selectOptions(await screen.findByRole("combobox", { name: "Language" }), "Deutsch");
    expect(await screen.findByRole("heading", { name: "Konto" })).toBeInTheDocument();
    expect(server.sent("PATCH", "/api/v1/me")[0]?.body).toEqual({ preferences: { language: "de" } });
    expect(document.documentElement.lang).toBe("de");
    expect(localStorage.getItem("annotate:language")).toBe("de");
  });

  test("follows whoever is signed in", async () => {
    renderApp("/account", { user: german });
    expect(await screen.findByRole("heading", { name: "Konto" })).toBeInTheDocument();
  });

  test("changes to that of whoever signs in", async () => {
    const { server } = renderApp("/login", { user: null });
    server.on("POST", "/api/v1/session", () => ({ user: german }));
    await userEvent.type(await screen.findByLabelText("User name"), "ada");
    await userEvent.type(screen.getByLabelText("Password"), "her password");
    await userEvent.click(screen.getByRole("button", { name: "Sign in" }));
    await waitFor(() => expect(document.documentElement.lang).toBe("de"));
  });

  test("can be chosen before signing in, and stays on this device", async () => {
    renderApp("/login", { user: null });
    await userEvent.selectOptions(await screen.findByRole("combobox", { name: "Language" }), "Deutsch");
    expect(await screen.findByRole("heading", { name: "Anmelden" })).toBeInTheDocument();
    expect(localStorage.getItem("annotate:language")).toBe("de");
  });

  test("left to the browser, it is what the browser reads", async () => {
    renderApp("/account", { user: german });
    expect(await screen.findByRole("heading", { name: "Konto" })).toBeInTheDocument();
    await userEvent.selectOptions(screen.getByRole("combobox", { name: "Sprache" }), "");
    expect(await screen.findByRole("heading", { name: "Account" })).toBeInTheDocument();
    expect(localStorage.getItem("annotate:language")).toBeNull();
  });

  test("counts are grouped as the language does it", async () => {
    expect(i18n.t("pager.shown", { count: 12_345 })).toBe("12,345 shown");
    await act(() => wishLanguage("de"));
    expect(i18n.t("pager.shown", { count: 12_345 })).toContain("12.345");
  });
});
