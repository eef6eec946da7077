import { expect, test } from "vitest";
import { firstOf, withResults, type UploadItem } from "./items";

function item(id: number, name: string, size = 10): UploadItem {
  const facts = { id: String(id), user: 1, project: 1, name, size, type: "image/jpeg", at: 0, place: id };
  return { ...facts, status: "waiting", message: "", remedy: null, keeping: "kept" };
}

test("a request carries few files, and a big one travels alone", () => {
  const many = Array.from({ length: 20 }, (_, index) => item(index, `${String(index)}.jpg`));
  expect(firstOf(many)).toHaveLength(8);
  expect(firstOf([item(1, "a", 20_000_000), item(2, "b", 20_000_000)])).toHaveLength(1);
  expect(firstOf([item(1, "a", 90_000_000)])).toHaveLength(1);
});

const noRemedy = (message_code: string) => ({ message_code, remedy: null, remedy_code: null, params: {} });

test("each file gets its own answer, also where two share a name, and what is there counts as there", () => {
  const sent = [item(1, "a.jpg"), item(2, "b.jpg"), item(3, "a.jpg")];
  const answered = withResults(sent, {
    accepted: [{ name: "a.jpg", image_id: 1, sample_id: 1 }],
    rejected: [
      { name: "b.jpg", code: "broken_image", message: "Broken.", ...noRemedy("broken_image") },
      { name: "a.jpg", code: "duplicate_image", message: "There already.", ...noRemedy("duplicate_image") },
    ],
  });
  expect(answered.map(({ status }) => status)).toEqual(["added", "refused", "known"]);
  expect(answered[1]?.message).toBe("Broken.");
});

test("busy is no verdict on a file", () => {
  const busy = { name: "a.jpg", code: "busy", message: "Busy.", ...noRemedy("busy") };
  const [answered] = withResults([item(1, "a.jpg")], { accepted: [], rejected: [busy] });
  expect(answered?.status).toBe("waiting");
});
