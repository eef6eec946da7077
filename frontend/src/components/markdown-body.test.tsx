import { render, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import MarkdownBody from "./markdown-body";

test("a picture of the project is shown by its number", () => {
  render(<MarkdownBody source="![a red cup](image:12)" />);
  expect(screen.getByRole("img", { name: "a red cup" })).toHaveAttribute("src", "/api/v1/images/12/content?size=view");
});

test.each([
  "image:12/../../me",
  "image:x",
  "javascript:alert(1)",
  "data:text/html,x",
  "https://elsewhere.example/x.png",
])("instead of a picture at %s its words are shown", (address) => {
  render(<MarkdownBody source={`![a red cup](${address})`} />);
  expect(screen.queryByRole("img")).toBeNull();
  expect(screen.getByText("a red cup")).toBeVisible();
});

test("HTML in a text stays text", () => {
  const { container } = render(<MarkdownBody source={'<img src=x onerror="alert(1)"> <script>1</script>'} />);
  expect(container.querySelector("img, script")).toBeNull();
});
