import { Badge, CloseButton, Group, Text } from "@mantine/core";
import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import type { Hit } from "@/api/hits";
import { PracticeResultView } from "@/kinds/practice-result";
import classes from "./hit.module.css";
import type { Practised } from "./use-practice";

interface PracticePanelProps {
  practised: Practised;
  stage: Hit["stage"];
}

/** What was right of the image on screen. It takes the focus once, so that nobody has to look for it. */
export function PracticePanel({ practised, stage }: PracticePanelProps) {
  const { t } = useTranslation("hits");
  const { result, mine } = practised;
  const [isOpen, setOpen] = useState(true);
  const title = useRef<HTMLHeadingElement>(null);
  const right = result.fields.filter((field) => field.right).length;
  const total = result.fields.length;
  useEffect(() => {
    title.current?.focus();
  }, []);
  return (
    <section className={classes.practice} aria-label={t("practice.result")}>
      <Group gap="sm" wrap="nowrap" justify="space-between">
        <Group gap="sm">
          <h2 ref={title} tabIndex={-1} className={classes.practiceTitle}>
            {total === 0 ? t("practice.compared") : t("practice.score", { right, count: total })}
          </h2>
          {total > 0 && (
            <Badge color={right === total ? "accent" : "yellow"}>
              {right === total ? t("practice.all_right") : t("practice.look")}
            </Badge>
          )}
        </Group>
        <CloseButton
          aria-label={isOpen ? t("practice.hide") : t("practice.show")}
          aria-expanded={isOpen}
          icon={<span aria-hidden>{isOpen ? "–" : "+"}</span>}
          onClick={() => setOpen(!isOpen)}
        />
      </Group>
      {isOpen && (
        <>
          <PracticeResultView result={result} kind={stage.kind} settings={stage.settings} mine={mine} />
          <Text size="xs" c="dimmed">
            {t("practice.first_counts")}
          </Text>
        </>
      )}
    </section>
  );
}
