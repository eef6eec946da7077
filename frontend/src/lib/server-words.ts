import { formatNumber } from "./format";
import { currentLanguage, i18n } from "./i18n";
import { speaker, type Table } from "./said";

const speakers = new Map<string, ReturnType<typeof speaker>>();

/** The server's sentences are English: in other languages a table says them, where it knows them. */
function speakerOf(language: string) {
  const known = speakers.get(language);
  if (known) return known;
  const table = i18n.getResourceBundle(language, "sentences") as Table | undefined;
  if (!table) return null;
  const made = speaker(table, (number) => formatNumber(number));
  speakers.set(language, made);
  return made;
}

/** A sentence of the server in the language of the page; as it was sent where nobody has translated it. */
export function serverWords(sentence: string): string {
  if (currentLanguage() === "en") return sentence;
  return speakerOf(currentLanguage())?.(sentence) ?? sentence;
}
