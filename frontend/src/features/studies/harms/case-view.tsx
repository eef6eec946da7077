import { Anchor, Stack, Text } from "@mantine/core";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import type { HarmCase, HarmText } from "@/api/harms";
import { MarkedText } from "@/components/marked-text";
import { Thumb } from "@/components/thumb";
import { CaseFacts } from "./case-facts";
import classes from "./harms.module.css";

interface CaseViewProps {
  item: HarmCase;
  /** What the stage that is measured, and the one that counts as the truth, are called. */
  titles: Readonly<Record<HarmText["side"], string>>;
  hasTruth: boolean;
  /** What is said of the case: beside the image, so that both are seen at once. */
  children: ReactNode;
}

/** The image, what was found and why, and what both stages say of it with the words lit. */
export function CaseView({ item, titles, hasTruth, children }: CaseViewProps) {
  return (
    <div className={classes.case}>
      <Picture item={item} />
      <Stack gap="md" miw={0}>
        <CaseFacts item={item} />
        <Side item={item} side="candidate" title={titles.candidate} />
        {hasTruth && <Side item={item} side="truth" title={titles.truth} />}
        {children}
      </Stack>
    </div>
  );
}

function Picture({ item: { image, key } }: { item: HarmCase }) {
  const { t } = useTranslation("harms");
  if (!image) {
    return (
      <Text size="sm" c="dimmed">
        {t("case.no_image", { name: key })}
      </Text>
    );
  }
  return (
    <div className={classes.image}>
      <Thumb src={image.urls.view} alt={t("case.image", { name: image.name })} />
      <Anchor size="sm" mt={6} display="inline-block" href={image.urls.full} target="_blank" rel="noopener">
        {t("case.full")}
      </Anchor>
    </div>
  );
}

function Side({ item, side, title }: { item: HarmCase; side: HarmText["side"]; title: string }) {
  const { t } = useTranslation("harms");
  const texts = item.texts.filter((text) => text.side === side);
  return (
    <section aria-label={title}>
      <Text component="h4" size="sm" c="dimmed" fw={620} m={0} mb={4}>
        {title}
      </Text>
      {texts.length === 0 && (
        <Text size="sm" c="dimmed">
          {t("case.says_nothing")}
        </Text>
      )}
      <Stack gap={6}>
        {texts.map(({ text, spans }, index) => (
          <MarkedText
            key={index}
            text={text}
            marks={spans.map(({ start, end }) => ({ span: [start, end], tone: "note", label: item.word }))}
          />
        ))}
      </Stack>
    </section>
  );
}
