import { Box, Stack, Text, Title } from "@mantine/core";
import { useTranslation } from "react-i18next";
import type { Provenance } from "@/api/models";
import { formatNumber } from "@/lib/format";
import classes from "./models.module.css";

/** Who made what, in which time, at what cost; the words that were exchanged unfold below each. */
export function MadeBy({ provenance }: { provenance: Provenance[] }) {
  const { t } = useTranslation("models");
  if (provenance.length === 0) return null;
  return (
    <Box>
      <Title order={4}>{t("made.title")}</Title>
      <Text size="sm" c="dimmed">
        {t("made.text")}
      </Text>
      <Stack gap={4} mt={4}>
        <Total provenance={provenance} />
        {provenance.map((source, index) => (
          <One key={`${source.backend}-${String(index)}`} provenance={source} />
        ))}
      </Stack>
    </Box>
  );
}

const COST_DIGITS = 5;

/** Several answers cost something together. */
function Total({ provenance }: { provenance: Provenance[] }) {
  const { t } = useTranslation("models");
  const used = provenance.flatMap(({ usage }) => usage ?? []);
  if (used.length < 2) return null;
  const sum = (of: keyof (typeof used)[number]) => used.reduce((total, usage) => total + usage[of], 0);
  const facts = [
    t("made.tokens", {
      prompt: formatNumber(sum("prompt_tokens")),
      completion: formatNumber(sum("completion_tokens")),
    }),
    sum("cost") > 0 && t("made.cost", { cost: formatNumber(sum("cost"), COST_DIGITS) }),
  ].filter(Boolean);
  return (
    <Text size="sm" fw={550}>
      {t("made.total", { facts: facts.join(" · ") })}
    </Text>
  );
}

function One({ provenance }: { provenance: Provenance }) {
  const { t } = useTranslation("models");
  const { backend, version, latency_seconds: seconds, usage, prompt, raw, parameters } = provenance;
  const facts = [
    t("made.by", { backend, version }),
    t("made.seconds", { seconds: formatNumber(seconds, 2) }),
    usage &&
      t("made.tokens", {
        prompt: formatNumber(usage.prompt_tokens),
        completion: formatNumber(usage.completion_tokens),
      }),
    usage && usage.cost > 0 && t("made.cost", { cost: formatNumber(usage.cost, COST_DIGITS) }),
  ].filter(Boolean);
  const hasParameters = Object.keys(parameters).length > 0;
  return (
    <details>
      <Text component="summary" size="sm">
        {facts.join(" · ")}
      </Text>
      <Stack gap="xs" my={4}>
        <Part title={t("made.prompt")} value={prompt || t("made.nothing")} />
        {raw !== null && raw !== undefined && <Part title={t("made.raw")} value={raw} />}
        {hasParameters && <Part title={t("made.parameters")} value={parameters} />}
      </Stack>
    </details>
  );
}

function Part({ title, value }: { title: string; value: unknown }) {
  return (
    <div>
      <Text size="xs" c="dimmed">
        {title}
      </Text>
      <div className={classes.pre} role="region" aria-label={title} tabIndex={0}>
        {typeof value === "string" ? value : JSON.stringify(value, null, 2)}
      </div>
    </div>
  );
}
