import { Text } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { TextLink } from "@/components/link-button";
import type { TermId } from "./glossary";

export function TermSentence({ id }: { id: TermId }) {
  const { t } = useTranslation("glossary");
  return t(`meaning.${id}`);
}

/** The sentence, and the way to all others. */
export function TermMore({ id }: { id: TermId }) {
  const { t } = useTranslation("glossary");
  return (
    <>
      <Text size="sm">{t(`meaning.${id}`)}</Text>
      <TextLink to="/glossary" hash={id} size="sm" mt={6} display="inline-block">
        {t("link", { word: t(`word.${id}`) })}
      </TextLink>
    </>
  );
}
