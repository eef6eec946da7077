import { Button, Group, Select, Stack, Text, Textarea } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { InvitedPeople, Invitee, Role } from "@/api/types";
import { ErrorNotice } from "@/components/error-notice";
import { Section } from "@/components/section";
import { knownLanguage, LANGUAGES, type LanguageTag } from "@/lib/languages";
import { personName } from "@/lib/people";
import { entriesIn, MOST_ENTRIES } from "./entries";
import { inviteesQuery, invitePeople, suggestedPeopleQuery } from "./api/people";
import { InvitedTable } from "./invited-table";
import { PreviewTable } from "./preview-table";
import { RoleSelect } from "./role-select";

type MailLanguage = LanguageTag | "";
const LOOK_AFTER_MS = 400;
const WILL_BE_INVITED: readonly Invitee["found"][] = ["known", "name", "mail"];

/** A list of people to invite, what each row will come to, and who has not said yes. */
export function AddSection({ projectId }: { projectId: number }) {
  const { t } = useTranslation("people");
  return (
    <Section title={t("add.title")} description={t("add.text")}>
      <Stack gap="lg">
        <AddForm projectId={projectId} />
        <InvitedTable projectId={projectId} />
      </Stack>
    </Section>
  );
}

function AddForm({ projectId }: { projectId: number }) {
  const { t } = useTranslation("people");
  const client = useQueryClient();
  const [typed, setTyped] = useState("");
  const [role, setRole] = useState<Role>("annotator");
  const [language, setLanguage] = useState<MailLanguage>("");
  const [problem, setProblem] = useState<string | null>(null);
  const [settled] = useDebouncedValue(typed, LOOK_AFTER_MS);
  const entries = entriesIn(settled);
  const isMany = entries.length > MOST_ENTRIES;
  const preview = useQuery({
    ...inviteesQuery(projectId, entries),
    enabled: entries.length > 0 && !isMany,
    placeholderData: (before) => before,
  });
  const rows = entries.length > 0 && !isMany ? (preview.data ?? []) : [];
  const invite = useMutation({
    mutationFn: (list: string[]) => invitePeople(projectId, { entries: list, role, ...(language && { language }) }),
    onSuccess: async () => {
      setTyped("");
      await client.invalidateQueries({ queryKey: ["projects", projectId] });
    },
  });
  const change = (text: string) => {
    setTyped(text);
    setProblem(null);
    invite.reset();
  };
  /** What is sent was seen before: a list that was just changed is looked at first. */
  const submit = async () => {
    const list = entriesIn(typed);
    if (list.length === 0) return setProblem(t("add.required"));
    if (list.length > MOST_ENTRIES) return setProblem(t("add.too_many", { limit: MOST_ENTRIES, count: list.length }));
    const looked = await client.fetchQuery(inviteesQuery(projectId, list)).catch(() => null);
    // They are told in the preview.
    if (looked?.some((row) => row.found === "wrong")) return;
    if (looked && !looked.some((row) => WILL_BE_INVITED.includes(row.found))) return setProblem(t("add.nobody_new"));
    invite.mutate(list);
  };
  const count = rows.filter((row) => WILL_BE_INVITED.includes(row.found)).length;
  const wrong = rows.filter((row) => row.found === "wrong").length;
  return (
    <form
      noValidate
      aria-label={t("add.title")}
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      <Stack gap="sm">
        <Picker projectId={projectId} onPick={(name) => change(withEntry(typed, name))} />
        <Group align="flex-start" gap="sm">
          <Textarea
            label={t("add.entries")}
            description={t("add.entries_hint")}
            inputWrapperOrder={["label", "input", "description", "error"]}
            autoCapitalize="none"
            autoComplete="off"
            spellCheck={false}
            autosize
            minRows={3}
            maxRows={12}
            flex="1 1 260px"
            maw={560}
            value={typed}
            error={problem ?? (wrong > 0 && t("add.wrong", { count: wrong }))}
            onChange={(event) => change(event.currentTarget.value)}
          />
          <RoleSelect label={t("add.role")} w={160} value={role} onChange={setRole} />
          {rows.some(({ found }) => found === "mail") && <LanguageSelect value={language} onChange={setLanguage} />}
        </Group>
        {preview.error && entries.length > 0 && <ErrorNotice error={preview.error} />}
        {rows.length > 0 && <PreviewTable rows={rows} role={role} />}
        <Group>
          <Button type="submit" loading={invite.isPending} disabled={wrong > 0}>
            {t("add.submit", { count })}
          </Button>
        </Group>
        <div role="status">{invite.data && <Invited {...invite.data} />}</div>
        {invite.error && <ErrorNotice error={invite.error} />}
      </Stack>
    </form>
  );
}

/** In which language mails are written: asked only where the list has an address. */
function LanguageSelect({ value, onChange }: { value: MailLanguage; onChange: (value: MailLanguage) => void }) {
  const { t } = useTranslation("people");
  return (
    <Select
      label={t("add.language")}
      w={160}
      allowDeselect={false}
      value={value}
      data={[
        { value: "", label: t("add.ownLanguage") },
        ...LANGUAGES.map(({ tag, name }) => ({ value: tag, label: name })),
      ]}
      onChange={(tag) => onChange(knownLanguage(tag) ?? "")}
    />
  );
}

/** A list with one more entry on a line of its own. */
function withEntry(text: string, entry: string): string {
  const before = text.trimEnd();
  return before ? `${before}\n${entry}\n` : `${entry}\n`;
}

/** Suggests only whom the server lets this person know of. */
function Picker({ projectId, onPick }: { projectId: number; onPick: (username: string) => void }) {
  const { t } = useTranslation("people");
  const [typed, setTyped] = useState("");
  const [search] = useDebouncedValue(typed.trim(), LOOK_AFTER_MS);
  const everybody = useQuery(suggestedPeopleQuery(projectId, ""));
  const found = useQuery({ ...suggestedPeopleQuery(projectId, search), placeholderData: (before) => before });
  if (!everybody.data?.length) return null;
  return (
    <Select
      label={t("add.find")}
      description={t("add.find_hint")}
      inputWrapperOrder={["label", "input", "description"]}
      maw={560}
      searchable
      data={(found.data ?? everybody.data).map((person) => ({
        value: person.username,
        label: personName(person) === person.username ? person.username : `${personName(person)} (${person.username})`,
      }))}
      filter={({ options }) => options}
      nothingFoundMessage={t("add.find_none")}
      value={null}
      searchValue={typed}
      onSearchChange={setTyped}
      onChange={(username) => {
        if (username) onPick(username);
        setTyped("");
      }}
    />
  );
}

function Invited({ named, mailed }: InvitedPeople) {
  const { t } = useTranslation("people");
  return (
    <>
      {named.length > 0 && <Text size="sm">{t("add.invited", { count: named.length })}</Text>}
      {mailed.length > 0 && <Text size="sm">{t("add.mailed", { count: mailed.length })}</Text>}
    </>
  );
}
