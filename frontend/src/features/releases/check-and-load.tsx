import { Code, Group, Stack, Text } from "@mantine/core";
import { useTranslation } from "react-i18next";
import type { ReleaseDetail } from "@/api/releases";
import { Section } from "@/components/section";
import { CopyText } from "./digest";

const PARQUET = "parquet.zip";

const CHECK = (digest: string) => `echo "${digest}  manifest.json" | sha256sum --check
jq -r '.files[] | .sha256 + "  " + .path' manifest.json | sha256sum --check`;

const WITH_DATASETS = `unzip ${PARQUET} -d dataset
python -c 'from datasets import load_dataset; print(load_dataset("./dataset"))'`;

const WITH_PANDAS = `import pandas

records = pandas.read_json("records.jsonl", lines=True)`;

/** What somebody types who got the archive from anywhere. */
export function CheckAndLoad({ release }: { release: ReleaseDetail }) {
  const { t } = useTranslation("releases");
  const holdsParquet = release.files.some(({ path }) => path === PARQUET);
  return (
    <Section title={t("check.title")} description={t("check.text")}>
      <Stack>
        <Commands text={t("check.digest")} code={CHECK(release.digest)} />
        {holdsParquet && <Commands text={t("check.datasets")} code={WITH_DATASETS} />}
        <Commands text={t("check.pandas")} code={WITH_PANDAS} />
      </Stack>
    </Section>
  );
}

function Commands({ text, code }: { text: string; code: string }) {
  const { t } = useTranslation("releases");
  return (
    <div>
      <Group justify="space-between" mb={4} wrap="nowrap" align="flex-end">
        <Text size="sm">{text}</Text>
        <CopyText text={code} label={t("check.copy", { what: text })} />
      </Group>
      <Code block style={{ whiteSpace: "pre-wrap", overflowWrap: "anywhere" }}>
        {code}
      </Code>
    </div>
  );
}
