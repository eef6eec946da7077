import { expect, test } from "vitest";
import { batches, withResults, type UploadItem } from "./uploads";

function item(id: number, name: string, size = 10): UploadItem {
  const file = new File(["x"], name);
  Object.defineProperty(file, "size", { value: size });
  return { id, file, status: "waiting", message: "", remedy: null };
}

test("a request carries few files, and a big one travels alone", () => {
  const many = Array.from({ length: 20 }, (_, index) => item(index, `${String(index)}.jpg`));
  expect(batches(many).map((batch) => batch.length)).toEqual([8, 8, 4]);
  expect(batches([item(1, "a", 20_000_000), item(2, "b", 20_000_000)])).toHaveLength(2);
});

const noRemedy = (message_code: string) => ({ message_code, remedy: null, remedy_code: null, params: {} });

test("each file gets its own answer, also where two share a name", () => {
  const sent = [item(1, "a.jpg"), item(2, "b.jpg"), item(3, "a.jpg")];
  const answered = withResults(sent, {
    accepted: [{ name: "a.jpg", image_id: 1, sample_id: 1 }],
    rejected: [
      { name: "b.jpg", code: "broken_image", message: "Broken.", ...noRemedy("broken_image") },
      { name: "a.jpg", code: "duplicate_image", message: "There already.", ...noRemedy("duplicate_image") },
    ],
  });
  expect(answered.map(({ status }) => status)).toEqual(["added", "refused", "refused"]);
  expect(answered[2]?.message).toBe("There already.");
});
