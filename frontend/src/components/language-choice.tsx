import { NativeSelect } from "@mantine/core";
import { IconLanguage } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { knownLanguage, LANGUAGES, type LanguageTag } from "@/lib/languages";
import { languageOfBrowser } from "@/lib/i18n";

const nameOf = (tag: LanguageTag) => LANGUAGES.find((language) => language.tag === tag)?.name ?? tag;

interface Props {
  /** Empty: as the browser has it. */
  value: LanguageTag | "";
  onChange: (value: LanguageTag | "") => void;
  /** A word beside a sign, for pages before anybody has signed in; only languages are offered there. */
  isQuiet?: boolean;
  disabled?: boolean;
}

/** Languages stand in their own words: whoever cannot read the page still finds theirs. */
export function LanguageChoice({ value, onChange, isQuiet = false, disabled = false }: Props) {
  const { t } = useTranslation("common");
  const name = { [isQuiet ? "aria-label" : "label"]: t("language.label") };
  return (
    <NativeSelect
      {...name}
      w="fit-content"
      size={isQuiet ? "xs" : "sm"}
      variant={isQuiet ? "unstyled" : "default"}
      leftSection={<IconLanguage size={16} aria-hidden />}
      value={value}
      disabled={disabled}
      onChange={(event) => onChange(knownLanguage(event.currentTarget.value) ?? "")}
    >
      {!isQuiet && <option value="">{t("language.browser", { name: nameOf(languageOfBrowser()) })}</option>}
      {LANGUAGES.map(({ tag, name: own }) => (
        <option key={tag} value={tag} lang={tag}>
          {own}
        </option>
      ))}
    </NativeSelect>
  );
}
