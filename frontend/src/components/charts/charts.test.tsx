import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test, vi } from "vitest";
import { accessibilityProblems, renderWithProviders } from "@/testing/render";
import { BandChart } from "./band-chart";
import { BarChart } from "./bar-chart";
import { BoxChart } from "./box-chart";
import { StackedBar } from "./stacked-bar";
import type { Spread } from "./spread";

const none: Spread = { n: 0, mean: null, q10: null, q25: null, median: null, q75: null, q90: null };
const many: Spread = {
  n: 120,
  mean: 172.5,
  q10: 90,
  q25: 130,
  median: 170,
  q75: 210,
  q90: 260,
  bins: [
    { low: 80, high: 150, count: 40 },
    { low: 150, high: 300, count: 78 },
    { low: 300, high: null, count: 2 },
  ],
};
const few: Spread = { ...many, n: 12, median: 204 };

function lastDownload() {
  const links: HTMLAnchorElement[] = [];
  vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(function (this: HTMLAnchorElement) {
    links.push(this);
  });
  return () => {
    const link = links.at(-1);
    return { name: link?.download, text: decodeURIComponent(link?.href.split(",").slice(1).join(",") ?? "") };
  };
}

test("arrow keys step through the values, and each is spoken as that of a slider", async () => {
  renderWithProviders(
    <BoxChart
      title="Tokens"
      xName="Round"
      items={[
        { name: "1", spread: many },
        { name: "2", spread: few },
      ]}
    />,
  );
  const reader = screen.getByRole("slider", { name: "Read “Tokens” value by value" });
  expect(reader).toHaveAttribute("aria-valuemax", "2");
  await userEvent.tab();
  await userEvent.tab();
  await userEvent.tab();
  await userEvent.tab();
  expect(reader).toHaveFocus();
  expect(reader).toHaveAttribute(
    "aria-valuetext",
    "1: median 170, middle half 130 to 210, 10% to 90% 90 to 260, n = 120.",
  );
  await userEvent.keyboard("{ArrowRight}");
  expect(reader).toHaveAttribute("aria-valuenow", "2");
  expect(
    screen.getByText("2: median 204, middle half 130 to 210, 10% to 90% 90 to 260, n = 12.", { selector: "p" }),
  ).toBeVisible();
  await userEvent.keyboard("{ArrowRight}{Home}");
  expect(reader).toHaveAttribute("aria-valuenow", "1");
  await userEvent.keyboard("{Escape}");
  expect(screen.queryByText(/median 170/, { selector: "p" })).not.toBeInTheDocument();
});

test("what rests on few is said in words, and a chart without values says so", () => {
  const { rerender } = renderWithProviders(
    <BoxChart
      title="Tokens"
      xName="Round"
      items={[
        { name: "Round 1", spread: many },
        { name: "Round 2", spread: few },
      ]}
    />,
  );
  expect(screen.getByText("Rests on fewer than 30, so it may still change much: Round 2 (n = 12).")).toBeVisible();
  rerender(<></>);
  renderWithProviders(<BoxChart title="Time" xName="Round" items={[{ name: "Round 1", spread: none }]} />);
  expect(screen.getByText("No figures yet.")).toBeVisible();
  expect(screen.queryByRole("slider")).not.toBeInTheDocument();
});

test("the legend of boxes names their marks where they are drawn, and bins are cut at the axis", () => {
  const wide = { ...many, bins: [...(many.bins?.slice(0, 1) ?? []), { low: 150, high: 900, count: 78 }] };
  const { container, unmount } = renderWithProviders(
    <BoxChart title="Many" xName="Round" items={[{ name: "1", spread: wide }]} />,
  );
  expect(screen.getByText("The wider, the more values")).toBeVisible();
  expect(screen.queryByText("Fewer than 30 values")).not.toBeInTheDocument();
  // Of the bins one reaches beyond the axis and is drawn up to it.
  expect(container.querySelector("g > path")?.getAttribute("d")?.match(/M/g)).toHaveLength(2);
  unmount();
  const small = renderWithProviders(<BoxChart title="Few" xName="Round" items={[{ name: "1", spread: few }]} />);
  expect(screen.getByText("Fewer than 30 values")).toBeVisible();
  expect(screen.queryByText("The wider, the more values")).not.toBeInTheDocument();
  expect(small.container.querySelector("g > path")).toBeNull();
});

test("the table shows the quantiles and the file has them unrounded", async () => {
  const saved = lastDownload();
  renderWithProviders(
    <BoxChart
      title="Tokens by round"
      xName="Round"
      items={[
        { name: "1", spread: many },
        { name: "2", spread: none },
      ]}
    />,
  );
  await userEvent.click(screen.getByRole("button", { name: "Show as table" }));
  const rows = within(screen.getByRole("table", { name: "Tokens by round" })).getAllByRole("row");
  expect(rows.map((row) => row.textContent)).toEqual([
    "RoundnMean10%25%Median75%90%",
    "112017390130170210260",
    "20––––––",
  ]);
  await userEvent.click(screen.getByRole("button", { name: "Download as CSV" }));
  expect(saved()).toEqual({
    name: "tokens-by-round.csv",
    text: "Round,n,Mean,10%,25%,Median,75%,90%\r\n1,120,172.5,90,130,170,210,260\r\n2,0,,,,,,",
  });
});

test("the drawing is saved with its title and legend, without what is being read", async () => {
  const saved = lastDownload();
  renderWithProviders(
    <BandChart
      title="Jaccard over time"
      xName="Week"
      points={[
        { x: 1, name: "2 March", spread: many },
        { x: 2, name: "9 March", spread: few },
      ]}
    />,
  );
  await userEvent.click(screen.getByRole("button", { name: "Download as SVG" }));
  const { name, text } = saved();
  expect(name).toBe("jaccard-over-time.svg");
  const file = new DOMParser().parseFromString(text, "image/svg+xml");
  expect(file.querySelector("parsererror")).toBeNull();
  const written = [...file.querySelectorAll("text")].map((element) => element.textContent);
  expect(written).toContain("Jaccard over time");
  expect(written).toContain("Middle half");
  expect(file.querySelectorAll("polygon")).toHaveLength(2);
  expect(file.querySelector("[class]")).toBeNull();
});

test("bars begin at zero, and what is not known is no bar", () => {
  renderWithProviders(
    <BarChart
      title="Submissions"
      xName="Day"
      yName="Submissions"
      bars={[
        { name: "Mon", value: 4 },
        { name: "Tue", value: null },
        { name: "Wed", value: 0 },
      ]}
    />,
  );
  const drawing = screen.getByRole("img", { name: "Submissions" });
  const heights = [...drawing.querySelectorAll("rect")].map((bar) => Number(bar.getAttribute("height")));
  expect(heights).toHaveLength(2);
  expect(heights[0]).toBeGreaterThan(0);
  expect(heights[1]).toBe(0);
});

const levels = ["++", "+", "0", "-", "--"];

test("shares of a row fill its width; a diverging row has its middle level in the centre", () => {
  const rows = [{ name: "Specificity", counts: [10, 30, 20, 30, 10] }];
  const { container } = renderWithProviders(
    <StackedBar title="Preference" rowName="Metric" levels={levels} rows={rows} diverging />,
  );
  const pieces = [...container.querySelectorAll<SVGRectElement>("svg[data-plot] rect")].map((piece) => ({
    x: Number(piece.getAttribute("x")),
    width: Number(piece.getAttribute("width")) + 1,
  }));
  expect(pieces).toHaveLength(5);
  expect(pieces.reduce((sum, { width }) => sum + width, 0)).toBeCloseTo(640);
  const middle = pieces[2]!;
  expect(middle.x + middle.width / 2).toBeCloseTo(320);
});

test("percentages that were rounded to sum to 100 are shown as they came", async () => {
  renderWithProviders(
    <StackedBar
      title="Preference"
      rowName="Metric"
      levels={levels}
      rows={[{ name: "TLDR", counts: [1, 1, 1, 0, 0], percent: [34, 33, 33, 0, 0] }]}
    />,
  );
  await userEvent.click(screen.getByRole("button", { name: "Show as table" }));
  expect(screen.getAllByRole("row").at(-1)).toHaveTextContent("TLDR1110034.033.033.00.00.0");
});

test("all charts pass axe", async () => {
  renderWithProviders(
    <main>
      <BoxChart title="Boxes" xName="Round" items={[{ name: "1", spread: many }]} />
      <BandChart title="Bands" xName="Week" points={[{ x: 1, name: "2 March", spread: few }]} />
      <BarChart title="Bars" xName="Day" yName="Submissions" bars={[{ name: "Mon", value: 4 }]} />
      <StackedBar
        title="Shares"
        rowName="Stage"
        levels={["Passed", "Here", "Before"]}
        rows={[{ name: "Objects", counts: [5, 2, 1] }]}
      />
    </main>,
  );
  expect(await accessibilityProblems()).toEqual([]);
});
