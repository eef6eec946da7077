import { Box, Stack, Text, TextInput, Title } from "@mantine/core";
import { IconSearch } from "@tabler/icons-react";
import { useLocation } from "@tanstack/react-router";
import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { PageHeader } from "@/components/page-header";
import { glossary, type TermId } from "@/components/term/glossary";
import classes from "./glossary.module.css";

const plain = (text: string) => text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();

/** Every special word of the pages, with the sentence that explains it. */
export default function GlossaryPage() {
  const { t } = useTranslation("glossary");
  const [typed, setTyped] = useState("");
  const named = useNamedWord();
  const isShown = (id: TermId) => plain(`${t(`word.${id}`)} ${t(`meaning.${id}`)}`).includes(plain(typed.trim()));
  const groups = glossary
    .map(({ key, terms }) => ({ key, terms: terms.filter(isShown) }))
    .filter(({ terms }) => terms.length > 0);
  return (
    <>
      <PageHeader title={t("title")} description={t("text")} />
      <Stack gap="xl" maw="80ch">
        <TextInput
          type="search"
          aria-label={t("search")}
          placeholder={t("search")}
          leftSection={<IconSearch size={16} aria-hidden />}
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
        {groups.map(({ key, terms }) => (
          <Box key={key} component="section" aria-labelledby={`words-${key}`}>
            <Title order={2} id={`words-${key}`} mb="xs">
              {t(`group.${key}`)}
            </Title>
            <dl className={classes.words}>
              {terms.map((id) => (
                <div key={id} id={id} className={classes.word} aria-current={named === id ? "true" : undefined}>
                  <dt>{t(`word.${id}`)}</dt>
                  <dd>{t(`meaning.${id}`)}</dd>
                </div>
              ))}
            </dl>
          </Box>
        ))}
        <Text c="dimmed" role="status">
          {groups.length === 0 ? t("nothing") : ""}
        </Text>
      </Stack>
    </>
  );
}

/** The word that the address names: brought into view each time it is another. */
function useNamedWord(): string {
  const named = useLocation({ select: ({ hash }) => hash });
  useEffect(() => {
    if (named) document.getElementById(named)?.scrollIntoView({ block: "center" });
  }, [named]);
  return named;
}
