import { act, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { afterEach, expect, test, vi } from "vitest";
import { wishLanguage } from "@/lib/i18n";
import { renderWithProviders } from "@/testing/render";
import { ShareInput } from "./share-input";

afterEach(async () => {
  await act(() => wishLanguage(null));
});

interface FormProps {
  share?: number | "";
  max?: number;
  error?: string;
  onShare?: (share: number | "") => void;
}

function Form({ share = "", onShare, ...rest }: FormProps) {
  const [value, setValue] = useState(share);
  return (
    <>
      <ShareInput
        {...rest}
        label="Share"
        value={value}
        onChange={(next) => {
          setValue(next);
          onShare?.(next);
        }}
      />
      <button onClick={() => setValue(0.25)}>A quarter</button>
    </>
  );
}

const field = () => screen.getByRole("textbox", { name: "Share" });

test("a share is shown in percent", () => {
  renderWithProviders(<Form share={0.1} />);
  expect(field()).toHaveValue("10%");
});

test("a share that takes no round percentage is rounded for the eye alone", () => {
  const onShare = vi.fn();
  renderWithProviders(<Form share={2 / 3} onShare={onShare} />);
  expect(field()).toHaveValue("66.67%");
  expect(onShare).not.toHaveBeenCalled();
});

test("what is typed in percent is a share, without the errors of doubles", async () => {
  const onShare = vi.fn();
  renderWithProviders(<Form onShare={onShare} />);
  await userEvent.type(field(), "12.35");
  expect(field()).toHaveValue("12.35%");
  expect(onShare).toHaveBeenLastCalledWith(0.1235);
  await userEvent.clear(field());
  expect(onShare).toHaveBeenLastCalledWith("");
  await userEvent.type(field(), "7");
  expect(onShare).toHaveBeenLastCalledWith(0.07);
});

test("in German a comma is typed and shown, and a space stands before the sign", async () => {
  await act(() => wishLanguage("de"));
  const onShare = vi.fn();
  renderWithProviders(<Form onShare={onShare} />);
  await userEvent.type(field(), "12,5");
  expect(field()).toHaveValue("12,5\u00a0%");
  expect(onShare).toHaveBeenLastCalledWith(0.125);
});

test("beyond its ends it stays as typed, and the reason is told in percent", async () => {
  const onShare = vi.fn();
  renderWithProviders(<Form max={0.5} error="At most 0.5." onShare={onShare} />);
  await userEvent.type(field(), "60");
  await userEvent.tab();
  expect(field()).toHaveValue("60%");
  expect(field()).toHaveAccessibleDescription("From 0% to 50%.");
  expect(onShare).toHaveBeenLastCalledWith(0.6);
});

test("within its ends the server has the word", () => {
  renderWithProviders(<Form share={0.3} error="Another share is taken." />);
  expect(field()).toHaveAccessibleDescription("Another share is taken.");
});

test("a value from outside replaces what was typed", async () => {
  renderWithProviders(<Form />);
  await userEvent.type(field(), "60");
  await userEvent.click(screen.getByRole("button", { name: "A quarter" }));
  expect(field()).toHaveValue("25%");
});
