import { Button, Group, Stack, Text, Textarea } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { SampleDetail } from "@/api/types";
import { Dialog } from "@/components/dialog";
import { ErrorNotice } from "@/components/error-notice";
import { withdrawSample } from "./api/samples";
import { useAfterChange } from "./use-after-change";

/** The server keeps no more of the reason in its trail. */
const LONGEST = 60;

interface WithdrawDialogProps {
  sample: SampleDetail;
  opened: boolean;
  onClose: () => void;
}

export function WithdrawDialog({ sample, opened, onClose }: WithdrawDialogProps) {
  const { t } = useTranslation("samples");
  const { t: common } = useTranslation("common");
  const [reason, setReason] = useState("");
  const afterChange = useAfterChange(sample);
  const withdraw = useMutation({
    mutationFn: () => withdrawSample(sample.id, reason.trim()),
    onSuccess: async () => {
      onClose();
      setReason("");
      await afterChange(t("detail.withdrawn"));
    },
  });
  return (
    <Dialog opened={opened} onClose={onClose} title={t("detail.withdraw_title")}>
      <Stack>
        <Text size="sm">{t("detail.withdraw_text")}</Text>
        <Textarea
          label={t("detail.withdraw_reason")}
          data-autofocus
          maxLength={LONGEST}
          value={reason}
          onChange={(event) => setReason(event.currentTarget.value)}
        />
        {withdraw.error && <ErrorNotice error={withdraw.error} />}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            {common("action.cancel")}
          </Button>
          <Button color="red" disabled={!reason.trim()} loading={withdraw.isPending} onClick={() => withdraw.mutate()}>
            {t("detail.withdraw")}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  );
}
