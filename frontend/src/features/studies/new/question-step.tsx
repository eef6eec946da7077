import { Radio, Stack, Text, TextInput } from "@mantine/core";
import { useTranslation } from "react-i18next";
import type { Design } from "@/api/studies";
import { Section } from "@/components/section";
import { designs } from "@/kinds/studies";
import { withDesign, type StepProps } from "./draft";
import classes from "./new-study.module.css";

export function QuestionStep({ draft, onChange, problemOf }: StepProps) {
  const { t } = useTranslation("studies");
  return (
    <Section title={t("new.title")} description={t("new.text")}>
      <Stack>
        <TextInput
          label={t("new.name")}
          description={t("new.name_hint")}
          inputWrapperOrder={["label", "input", "description", "error"]}
          maxLength={200}
          maw={560}
          value={draft.name}
          error={problemOf("name")}
          onChange={(event) => onChange({ ...draft, name: event.currentTarget.value })}
        />
        <Radio.Group
          label={t("new.design")}
          value={draft.design}
          onChange={(value) => onChange(withDesign(draft, value as Design))}
          error={problemOf("design")}
        >
          <div className={classes.designs}>
            {designs.map(({ name, words }) => (
              <Radio.Card
                key={name}
                value={name}
                p="md"
                mt="xs"
                display="flex"
                style={{ alignItems: "start" }}
                withBorder
                radius="md"
                aria-label={t(`design.${words}.title`)}
              >
                <Text component="span" display="flex" style={{ gap: 12, alignItems: "flex-start" }}>
                  <Radio.Indicator mt={2} />
                  <span>
                    <Text component="span" fw={600} size="sm" display="block">
                      {t(`design.${words}.title`)}
                    </Text>
                    <Text component="span" size="sm" c="dimmed" display="block">
                      {t(`design.${words}.text`)}
                    </Text>
                  </span>
                </Text>
              </Radio.Card>
            ))}
          </div>
        </Radio.Group>
      </Stack>
    </Section>
  );
}
