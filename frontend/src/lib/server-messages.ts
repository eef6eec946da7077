import { translateErrorsBy } from "@/api/errors";
import { currentLanguage, sayByCode } from "./i18n";

export type Params = Readonly<Record<string, unknown>>;

/**
 * A message of the server in the language of the page: its code is looked up in the catalogue that stands with
 * the server. Without a code, or in English, it is shown as it was sent.
 */
export function serverMessage(code: string | null | undefined, params: Params, english: string): string {
  if (!code || currentLanguage() === "en") return english;
  return sayByCode(code, params) ?? english;
}

/** What something in a registry of the server is called, or what is said of it: `titleOf("order", rule, title)`. */
export const titleOf = (family: string, name: string, english: string, part: "title" | "text" = "title"): string =>
  serverMessage(`${family}_${name}_${part}`, {}, english);

export interface Notice {
  message: string;
  message_code?: string | null;
  remedy?: string | null;
  remedy_code?: string | null;
  params?: Params;
}

/** What the server tells: a finding, a reason why there is no task, a problem of a row. */
export const messageOf = (notice: Notice): string =>
  serverMessage(notice.message_code, notice.params ?? {}, notice.message);

/** What to do about it, if the server knows. */
export const remedyOf = (notice: Notice): string | null =>
  notice.remedy ? serverMessage(notice.remedy_code, notice.params ?? {}, notice.remedy) : null;

interface NamedFlag {
  code: string;
  title: string;
}

/** Flags of text rules share a title that names the rule. */
export const flagTitle = ({ code, title }: NamedFlag): string =>
  code.startsWith("rule:")
    ? serverMessage("flag_rule_title", { rule: code.slice("rule:".length).replaceAll("_", " ") }, title)
    : titleOf("flag", code, title);

export const flagText = ({ code, description }: { code: string; description: string }): string =>
  titleOf("flag", code.startsWith("rule:") ? "rule" : code, description, "text");

interface NamedStage {
  title: string;
  title_code?: string | null;
}

/** What a stage is called: by its code where the name ships, else as the project named it. */
export const stageTitle = ({ title, title_code }: NamedStage): string => serverMessage(title_code, {}, title);

/** From now on errors speak the language of the page, wherever they are shown. */
export function translateErrors(): void {
  translateErrorsBy(serverMessage);
}
