import { Alert, List, SimpleGrid, Stack, Text, Title } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import type { DeletionLine, DeletionPreview, UserDetail } from "@/api/types";
import { ConfirmButton } from "@/components/confirm-button";
import { DataFiles } from "@/components/data-files";
import { FormError } from "@/components/form-error";
import { QueryView } from "@/components/query-view";
import { Section } from "@/components/section";
import { notifyDone } from "@/lib/notify";
import { messageOf, remedyOf } from "@/lib/server-messages";
import { askForFile, dataFile, dataFilesQuery, deletePerson, previewQuery } from "./api/privacy";
import { nameOf } from "./user-badges";

/** What is kept of one person: as a file, and what a deletion would make of it before it is done. */
export function PersonData({ user }: { user: UserDetail }) {
  const { t } = useTranslation("privacy");
  const files = useQuery(dataFilesQuery(user.id));
  const preview = useQuery(previewQuery(user.id));
  const client = useQueryClient();
  const ask = useMutation({
    mutationFn: () => askForFile(user.id),
    onSuccess: () => notifyDone(t("files.asked")),
    onSettled: () => client.invalidateQueries({ queryKey: dataFilesQuery(user.id).queryKey }),
  });
  return (
    <Section title={t("person.title")} description={t("person.text")}>
      <Stack gap="lg">
        <QueryView query={files}>
          {(rows) => (
            <DataFiles
              files={rows}
              address={(fileId) => dataFile(user.id, fileId)}
              busy={ask.isPending}
              onAsk={() => ask.mutate()}
            />
          )}
        </QueryView>
        <FormError error={ask.error} names={[]} />
        <QueryView query={preview}>{(found) => <Preview user={user} preview={found} />}</QueryView>
      </Stack>
    </Section>
  );
}

function Preview({ user, preview }: { user: UserDetail; preview: DeletionPreview }) {
  const { t } = useTranslation("privacy");
  const client = useQueryClient();
  const navigate = useNavigate();
  const carryOut = async () => {
    await deletePerson(user.id);
    notifyDone(t("person.deleted"));
    await client.invalidateQueries();
    await navigate({ to: "/admin/privacy" });
  };
  return (
    <Stack>
      {preview.is_asked_for && (
        <Alert color="yellow">
          <Text size="sm">{t("person.asked")}</Text>
        </Alert>
      )}
      <Lines goes={preview.goes} stays={preview.stays} />
      {preview.obstacles.length > 0 ? (
        <Alert color="yellow" title={t("person.obstacles")}>
          <List size="sm">
            {preview.obstacles.map((each) => (
              <List.Item key={each.message}>
                {messageOf(each)} {remedyOf(each)}
              </List.Item>
            ))}
          </List>
        </Alert>
      ) : (
        <ConfirmButton
          color="red"
          variant="light"
          style={{ alignSelf: "start" }}
          title={t("person.delete_title", { name: nameOf(user) })}
          text={t("person.delete_text")}
          confirmLabel={t("person.confirm")}
          onConfirm={carryOut}
        >
          {t("person.delete")}
        </ConfirmButton>
      )}
    </Stack>
  );
}

/** What goes and what stays, sentence by sentence. */
export function Lines({ goes, stays, isDone }: { goes: DeletionLine[]; stays: DeletionLine[]; isDone?: boolean }) {
  const { t } = useTranslation("privacy");
  return (
    <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="lg">
      {(
        [
          [isDone ? "gone" : "goes", goes],
          ["stays", stays],
        ] as const
      ).map(([key, lines]) => (
        <div key={key}>
          <Title order={3} size="h5" mb={6}>
            {t(`person.${key}`)}
          </Title>
          {lines.length === 0 && (
            <Text size="sm" c="dimmed">
              {t("person.nothing")}
            </Text>
          )}
          <List size="sm" spacing={4}>
            {lines.map(({ what, said }) => (
              <List.Item key={what}>{messageOf(said)}</List.Item>
            ))}
          </List>
        </div>
      ))}
    </SimpleGrid>
  );
}
