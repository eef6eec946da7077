import { Button, Group, Stack, Textarea } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { ErrorNotice } from "@/components/error-notice";
import { QueryView } from "@/components/query-view";
import { Section } from "@/components/section";
import { notifyDone } from "@/lib/notify";
import { saveWords, wordsQuery } from "./api/spelling";

/** Words that are right in this project: brands, places, terms. */
export function WordList({ projectId, mayAct }: { projectId: number; mayAct: boolean }) {
  const { t } = useTranslation("spelling");
  const query = useQuery(wordsQuery(projectId));
  return (
    <Section title={t("words.title")} description={t("words.text")}>
      <QueryView query={query}>
        {({ words }) => <Words key={words.join("\n")} projectId={projectId} words={words} mayAct={mayAct} />}
      </QueryView>
    </Section>
  );
}

function Words({ projectId, words, mayAct }: { projectId: number; words: string[]; mayAct: boolean }) {
  const { t } = useTranslation("spelling");
  const client = useQueryClient();
  const before = words.join("\n");
  const [typed, setTyped] = useState(before);
  const save = useMutation({
    mutationFn: () =>
      saveWords(
        projectId,
        typed
          .split("\n")
          .map((word) => word.trim())
          .filter(Boolean),
      ),
    onSuccess: (saved) => {
      client.setQueryData(wordsQuery(projectId).queryKey, saved);
      notifyDone(t("words.saved"));
    },
  });
  return (
    <Stack>
      <Textarea
        label={t("words.label")}
        description={t("words.hint")}
        readOnly={!mayAct}
        autosize
        minRows={3}
        maxRows={14}
        maw={420}
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
      {save.error && <ErrorNotice error={save.error} />}
      {mayAct && (
        <Group>
          <Button variant="default" disabled={typed === before} loading={save.isPending} onClick={() => save.mutate()}>
            {t("words.save")}
          </Button>
        </Group>
      )}
    </Stack>
  );
}
