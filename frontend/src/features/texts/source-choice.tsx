import { Checkbox, Stack, TextInput } from "@mantine/core";
import { useTranslation } from "react-i18next";
import type { OfferedTexts } from "@/api/text-reports";

const MOST_SOURCES = 12;
export const named = ({ source }: OfferedTexts) => JSON.stringify(source);

interface SourceChoiceProps {
  offered: OfferedTexts[];
  titles: Record<string, string>;
  onTitles: (titles: Record<string, string>) => void;
}

export function SourceChoice({ offered, titles, onTitles }: SourceChoiceProps) {
  const { t } = useTranslation("texts");
  const choose = (values: string[]) =>
    onTitles(Object.fromEntries(values.slice(0, MOST_SOURCES).map((value) => [value, titles[value] ?? ""])));
  return (
    <Checkbox.Group
      label={t("new.sources")}
      description={t("new.sources_hint")}
      value={Object.keys(titles)}
      onChange={choose}
    >
      <Stack gap="sm" mt="sm">
        {offered.map((source) => (
          <Stack key={named(source)} gap={6}>
            <Checkbox
              value={named(source)}
              label={source.title}
              description={t("new.texts", { count: source.texts })}
            />
            {named(source) in titles && (
              <TextInput
                ms="xl"
                size="xs"
                maw={360}
                maxLength={200}
                aria-label={t("new.call", { title: source.title })}
                placeholder={t("new.call_hint")}
                value={titles[named(source)]}
                onChange={(event) => onTitles({ ...titles, [named(source)]: event.currentTarget.value })}
              />
            )}
          </Stack>
        ))}
      </Stack>
    </Checkbox.Group>
  );
}
