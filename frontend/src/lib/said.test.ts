import { describe, expect, test } from "vitest";
import { speaker } from "./said";

const say = speaker(
  {
    "You no longer hold this task.": "Nicht mehr reserviert.",
    "Try again later.": "Später erneut versuchen.",
    "Write at most {{amount}}.": "Höchstens {{amount, said}}.",
    "{{count}} characters": "{{count}} Zeichen",
    "“{{words}}” adds no detail.": "“{{words}}” sagt nichts aus.",
    beautiful: "schön",
    " and ": " und ",
    "at least {{count}} answers": "mindestens {{count}} Antworten",
    "one test": "ein Test",
    "Needed: {{what}}.": "Nötig: {{what, said}}.",
    "Asked (really?): {{a}} [{{b}}]": "{{b}} vor {{a}}",
  },
  (number) => number.toLocaleString("de"),
);

describe("what the server says", () => {
  test("is looked up as a whole", () => expect(say("You no longer hold this task.")).toBe("Nicht mehr reserviert."));

  test("keeps what changes within a sentence, wherever the other language puts it", () =>
    expect(say("Asked (really?): one [two]")).toBe("two vor one"));

  test("holes that the server fills with its own words are said as well", () => {
    expect(say("Write at most 200 characters.")).toBe("Höchstens 200 Zeichen.");
    expect(say("Needed: at least 5 answers and one test.")).toBe("Nötig: mindestens 5 Antworten und ein Test.");
  });

  test("words of people are quoted as they are", () =>
    expect(say("“beautiful” adds no detail.")).toBe("“beautiful” sagt nichts aus."));

  test("numbers are grouped as the language does it", () =>
    expect(say("Write at most 10,000 characters.")).toBe("Höchstens 10.000 Zeichen."));

  test("several sentences are said if all of them are known, else none", () => {
    expect(say("You no longer hold this task. Try again later.")).toBe(
      "Nicht mehr reserviert. Später erneut versuchen.",
    );
    expect(say("You no longer hold this task. Something new.")).toBeNull();
  });

  test("what nobody has translated is not guessed", () => {
    expect(say("A new sentence.")).toBeNull();
    expect(say("constructor")).toBeNull();
  });

  test("a text full of what patterns mean takes no longer than others", () => {
    const began = performance.now();
    expect(say(`“${"a. ".repeat(20_000)}`)).toBeNull();
    expect(performance.now() - began).toBeLessThan(500);
  });
});
