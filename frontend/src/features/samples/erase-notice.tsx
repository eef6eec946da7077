import { Alert, Button, Group, List, Stack, Text, Textarea } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { ImageErasing, SampleDetail } from "@/api/types";
import { Dialog } from "@/components/dialog";
import { FormError } from "@/components/form-error";
import { formatDateTime } from "@/lib/format";
import { notifyDone } from "@/lib/notify";
import { erasingQuery, eraseImage } from "./api/erasing";

/** Of a withdrawn sample: that its image is gone for good, or the way to make it so. Leads alone. */
export function EraseNotice({ sample }: { sample: SampleDetail }) {
  const { t } = useTranslation("privacy");
  const query = useQuery({ ...erasingQuery(sample.id), retry: false });
  const [isOpen, setOpen] = useState(false);
  if (!query.data) return null;
  const { erased } = query.data;
  if (erased) {
    const when = formatDateTime(erased.at);
    return <Alert color="gray">{t("image.gone", { when, reason: erased.reason })}</Alert>;
  }
  return (
    <Alert color="gray">
      <Group justify="space-between">
        <Text size="sm">{t("image.text")}</Text>
        <Button size="xs" color="red" variant="light" onClick={() => setOpen(true)}>
          {t("image.button")}
        </Button>
      </Group>
      <Dialog opened={isOpen} onClose={() => setOpen(false)} title={t("image.ask_title")}>
        <EraseForm sample={sample} erasing={query.data} onDone={() => setOpen(false)} />
      </Dialog>
    </Alert>
  );
}

interface EraseFormProps {
  sample: SampleDetail;
  erasing: ImageErasing;
  onDone: () => void;
}

function EraseForm({ sample, erasing, onDone }: EraseFormProps) {
  const { t } = useTranslation("privacy");
  const { t: common } = useTranslation("common");
  const client = useQueryClient();
  const [reason, setReason] = useState("");
  const [isMissing, setMissing] = useState(false);
  const erase = useMutation({
    mutationFn: () => eraseImage(sample.id, reason.trim()),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: ["samples"] });
      await client.invalidateQueries({ queryKey: erasingQuery(sample.id).queryKey });
      notifyDone(t("image.done"));
      onDone();
    },
  });
  return (
    <Stack>
      <Text size="sm">{t("image.ask_text")}</Text>
      <List size="sm">
        {(["snapshots", "exports", "releases"] as const)
          .filter((what) => erasing[what] > 0)
          .map((what) => (
            <List.Item key={what}>{t(`image.${what}`, { count: erasing[what] })}</List.Item>
          ))}
        {erasing.shared && <List.Item>{t("image.shared")}</List.Item>}
      </List>
      <Textarea
        label={t("image.reason")}
        maxLength={500}
        autosize
        minRows={2}
        value={reason}
        error={isMissing ? t("image.required") : null}
        onChange={(event) => setReason(event.currentTarget.value)}
      />
      <FormError error={erase.error} names={[]} />
      <Group justify="flex-end" gap="xs">
        <Button variant="default" onClick={onDone}>
          {common("action.cancel")}
        </Button>
        <Button
          color="red"
          loading={erase.isPending}
          onClick={() => {
            setMissing(!reason.trim());
            if (reason.trim()) erase.mutate();
          }}
        >
          {t("image.confirm")}
        </Button>
      </Group>
    </Stack>
  );
}
