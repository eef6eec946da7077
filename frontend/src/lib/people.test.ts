import { afterEach, expect, test } from "vitest";
import { wishLanguage } from "./i18n";
import { personName } from "./people";

afterEach(() => wishLanguage("en"));

test("somebody is called by their name, or by their account without one", () => {
  expect(personName({ username: "ada", display_name: "Ada", deleted_number: null })).toBe("Ada");
  expect(personName({ username: "ada", display_name: "", deleted_number: null })).toBe("ada");
});

test("who was deleted is a number, in the language of the page", async () => {
  const gone = { username: "deleted-1f", display_name: "Deleted person 1200", deleted_number: 1200 };
  expect(personName(gone)).toBe("Deleted person 1200");
  await wishLanguage("de");
  expect(personName(gone)).toBe("Gelöschte Person 1200");
});
