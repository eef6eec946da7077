import { Button, Checkbox, Group, NumberInput, Radio, Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { QueryView } from "@/components/query-view";
import { Section } from "@/components/section";
import { formatNumber } from "@/lib/format";
import { personName } from "@/lib/people";
import { membersQuery } from "@/lib/queries/members";
import { Preview } from "./preview";
import classes from "./new-study.module.css";
import type { StepProps } from "./draft";

const MOST_RATERS = 20;
const SOME = 100;

/** Of how many images, by how many people, and who they are. */
export function PeopleStep(props: StepProps) {
  const { projectId, draft, available, onChange, problemOf } = props;
  const { t } = useTranslation("studies");
  return (
    <Stack>
      <Section title={t("sample.title")} description={t("sample.text")}>
        <Stack>
          {draft.only && (
            <Group gap="sm">
              <Text size="sm" role="status">
                {t("sample.only", { count: draft.only.count, number: formatNumber(draft.only.count) })}
              </Text>
              <Button size="compact-sm" variant="subtle" onClick={() => onChange({ ...draft, only: null })}>
                {t("sample.not_only")}
              </Button>
            </Group>
          )}
          <Radio.Group
            label={t("sample.which")}
            value={draft.sampleSize === null ? "all" : "some"}
            onChange={(which) => onChange({ ...draft, sampleSize: which === "all" ? null : SOME })}
          >
            <Stack gap="xs" mt={6}>
              <Radio value="all" label={t("sample.all")} />
              <Radio value="some" label={t("sample.some")} />
            </Stack>
          </Radio.Group>
          {draft.sampleSize !== null && (
            <NumberInput
              label={t("sample.size")}
              maw={240}
              min={1}
              max={100_000}
              clampBehavior="blur"
              allowDecimal={false}
              value={draft.sampleSize}
              error={problemOf("sample_size")}
              onChange={(value) => onChange({ ...draft, sampleSize: Math.max(1, Number(value) || 1) })}
            />
          )}
          <NumberInput
            label={t("sample.raters")}
            description={t("sample.raters_hint")}
            inputWrapperOrder={["label", "input", "description", "error"]}
            maw={360}
            min={1}
            max={MOST_RATERS}
            clampBehavior="blur"
            allowDecimal={false}
            value={draft.ratersPerItem}
            error={problemOf("raters_per_item")}
            onChange={(value) => onChange({ ...draft, ratersPerItem: Math.max(1, Number(value) || 1) })}
          />
        </Stack>
      </Section>
      <Raters {...props} />
      <Authors {...props} />
      {/* Below everything it follows from, and above the button that goes on. */}
      <Preview projectId={projectId} draft={draft} available={available} title={t("preview.title")} />
    </Stack>
  );
}

function Raters({ projectId, draft, onChange, problemOf }: StepProps) {
  const { t } = useTranslation("studies");
  const { t: common } = useTranslation("common");
  const query = useQuery(membersQuery(projectId));
  return (
    <Section title={t("raters.title")} description={t("raters.text")}>
      <QueryView query={query}>
        {(members) =>
          members.length === 0 ? (
            <Text c="dimmed">{t("raters.none")}</Text>
          ) : (
            <Checkbox.Group
              aria-label={t("raters.title")}
              value={draft.raters.map(String)}
              error={problemOf("raters")}
              mb={draft.raters.length > 0 ? "md" : 0}
              onChange={(values) => onChange({ ...draft, raters: values.map(Number) })}
            >
              <div className={classes.designs}>
                {members
                  .filter((member) => !member.is_blocked)
                  .map(({ user, role }) => (
                    <Checkbox
                      key={user.id}
                      value={String(user.id)}
                      label={personName(user)}
                      description={common(`role.${role}`)}
                    />
                  ))}
              </div>
            </Checkbox.Group>
          )
        }
      </QueryView>
      {draft.raters.length > 0 && (
        <Checkbox
          label={t("raters.open")}
          description={t("raters.open_hint")}
          checked={draft.openToOthers}
          onChange={(event) => onChange({ ...draft, openToOthers: event.currentTarget.checked })}
        />
      )}
    </Section>
  );
}

/** From what those are kept who wrote some of the texts. */
function Authors({ draft, onChange }: StepProps) {
  const { t } = useTranslation("studies");
  return (
    <Section title={t("barring.title")} description={t("barring.text")}>
      <Radio.Group
        aria-label={t("barring.title")}
        value={draft.barring}
        onChange={(barring) => onChange({ ...draft, barring: barring === "item" ? "item" : "study" })}
      >
        <Stack gap="xs">
          <Radio value="study" label={t("barring.study")} />
          <Radio value="item" label={t("barring.item")} />
        </Stack>
      </Radio.Group>
    </Section>
  );
}
