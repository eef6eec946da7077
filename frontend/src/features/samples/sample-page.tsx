import { Box, Button, Group, SimpleGrid, Stack, Text, Textarea } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { SampleDetail } from "@/api/types";
import { Dialog } from "@/components/dialog";
import { ErrorNotice } from "@/components/error-notice";
import { TextLink } from "@/components/link-button";
import { PageHeader } from "@/components/page-header";
import { QueryView } from "@/components/query-view";
import { StateBadge } from "@/components/state-badge";
import { notifyDone } from "@/lib/notify";
import { useMayLead } from "@/lib/queries/projects";
import { restoreSample, sampleQuery, withdrawSample } from "./api/samples";
import { SampleHistory } from "./sample-history";
import { SampleImage } from "./sample-image";
import { StageRounds } from "./stage-rounds";

export default function SamplePage({ sampleId }: { sampleId: number }) {
  const { t } = useTranslation("samples");
  const query = useQuery(sampleQuery(sampleId));
  return (
    <QueryView query={query}>
      {(sample) => {
        const params = { projectId: String(sample.project.id) };
        return (
          <>
            <PageHeader
              title={sample.image.name}
              context={sample.project.name}
              before={
                <Group gap={6}>
                  <TextLink size="sm" to="/projects/$projectId" params={params}>
                    {sample.project.name}
                  </TextLink>
                  <Text size="sm" c="dimmed" aria-hidden>
                    /
                  </Text>
                  <TextLink size="sm" to="/projects/$projectId/samples" params={params}>
                    {t("detail.back")}
                  </TextLink>
                </Group>
              }
              description={
                <Group gap="xs">
                  <StateBadge state={sample.state} />
                  <span>{t("detail.size", { width: sample.image.width, height: sample.image.height })}</span>
                  {sample.split && <span>· {sample.split}</span>}
                </Group>
              }
              actions={<SampleActions sample={sample} />}
            />
            <SimpleGrid cols={{ base: 1, lg: 2 }} spacing="md">
              <Box>
                <SampleImage sample={sample} />
              </Box>
              <Stack>
                {sample.stages.map((stage) => (
                  <StageRounds key={stage.key} projectId={sample.project.id} stage={stage} stages={sample.stages} />
                ))}
              </Stack>
            </SimpleGrid>
            <Box mt="md">
              <SampleHistory transitions={sample.transitions} />
            </Box>
          </>
        );
      }}
    </QueryView>
  );
}

function useAfterChange(sample: SampleDetail) {
  const client = useQueryClient();
  return async (message: string) => {
    await client.invalidateQueries({ queryKey: sampleQuery(sample.id).queryKey });
    void client.invalidateQueries({ queryKey: ["projects", sample.project.id] });
    notifyDone(message);
  };
}

function SampleActions({ sample }: { sample: SampleDetail }) {
  const { t } = useTranslation("samples");
  const afterChange = useAfterChange(sample);
  const restore = useMutation({
    mutationFn: () => restoreSample(sample.id),
    onSuccess: () => afterChange(t("detail.restored")),
  });
  const mayAct = useMayLead(sample.project.id);
  if (!mayAct) return null;
  if (sample.state !== "withdrawn") return <Withdraw sample={sample} />;
  return (
    <Stack gap="xs">
      <Button variant="default" loading={restore.isPending} onClick={() => restore.mutate()}>
        {t("detail.restore")}
      </Button>
      {restore.error && <ErrorNotice error={restore.error} />}
    </Stack>
  );
}

function Withdraw({ sample }: { sample: SampleDetail }) {
  const { t } = useTranslation("samples");
  const { t: common } = useTranslation("common");
  const [opened, setOpened] = useState(false);
  const [reason, setReason] = useState("");
  const afterChange = useAfterChange(sample);
  const withdraw = useMutation({
    mutationFn: () => withdrawSample(sample.id, reason.trim()),
    onSuccess: async () => {
      setOpened(false);
      await afterChange(t("detail.withdrawn"));
    },
  });
  const close = () => setOpened(false);
  return (
    <>
      <Button variant="default" onClick={() => setOpened(true)}>
        {t("detail.withdraw")}
      </Button>
      <Dialog opened={opened} onClose={close} title={t("detail.withdraw_title")}>
        <Stack>
          <Text size="sm">{t("detail.withdraw_text")}</Text>
          <Textarea
            label={t("detail.withdraw_reason")}
            data-autofocus
            value={reason}
            onChange={(event) => setReason(event.currentTarget.value)}
          />
          {withdraw.error && <ErrorNotice error={withdraw.error} />}
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={close}>
              {common("action.cancel")}
            </Button>
            <Button
              color="red"
              disabled={!reason.trim()}
              loading={withdraw.isPending}
              onClick={() => withdraw.mutate()}
            >
              {t("detail.withdraw")}
            </Button>
          </Group>
        </Stack>
      </Dialog>
    </>
  );
}
