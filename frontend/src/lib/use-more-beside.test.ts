import { describe, expect, it } from "vitest";
import { moreBeside } from "./use-more-beside";

const row = (scrollLeft: number) => moreBeside({ scrollLeft, scrollWidth: 500, clientWidth: 390 });

describe("a row that scrolls sideways", () => {
  it("has more on the side that is not reached yet", () => {
    expect(row(0)).toEqual({ before: false, after: true });
    expect(row(60)).toEqual({ before: true, after: true });
    expect(row(110)).toEqual({ before: true, after: false });
  });

  it("says the same from right to left", () => expect(row(-110)).toEqual({ before: true, after: false }));

  it("counts less than the padding of a cell as nothing", () => {
    expect(row(100)).toEqual({ before: true, after: false });
    expect(row(10)).toEqual({ before: false, after: true });
  });

  it("has nothing beside it where all of it is seen", () =>
    expect(moreBeside({ scrollLeft: 0, scrollWidth: 390, clientWidth: 390 })).toEqual({ before: false, after: false }));
});
