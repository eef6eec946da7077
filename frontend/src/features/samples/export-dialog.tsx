import { Button, Checkbox, Group, Select, Stack, Text } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { ExportFormat } from "@/api/types";
import { Dialog } from "@/components/dialog";
import { ErrorNotice } from "@/components/error-notice";
import { TextLink } from "@/components/link-button";
import { useFormatWords } from "@/components/use-format-words";
import { formatNumber } from "@/lib/format";
import { projectFormatsQuery } from "@/lib/queries/formats";
import type { ChosenSamples } from "@/lib/study-of";
import { exportChosen } from "./api/sample-acts";

interface ExportDialogProps {
  projectId: number;
  chosen: ChosenSamples;
  count: number;
  onClose: () => void;
}

/** Writes the chosen samples into a file, in the background. */
export function ExportDialog({ projectId, chosen, count, onClose }: ExportDialogProps) {
  const { t } = useTranslation("samples");
  const { t: common } = useTranslation("common");
  const client = useQueryClient();
  const formats = useQuery(projectFormatsQuery(projectId)).data?.exports ?? [];
  const wordsOf = useFormatWords();
  const [format, setFormat] = useState<ExportFormat>("iiw-jsonl");
  const [unfinished, setUnfinished] = useState(false);
  const start = useMutation({
    mutationFn: () => exportChosen(projectId, chosen, { format, with_unfinished: unfinished }),
    onSuccess: () => client.invalidateQueries({ queryKey: ["projects", projectId, "exports"] }),
  });
  return (
    <Dialog opened onClose={onClose} title={t("chosen.export_title", { count, number: formatNumber(count) })}>
      {start.isSuccess ? (
        <Stack>
          <Text size="sm" role="status">
            {t("chosen.export_begun")}
          </Text>
          <TextLink to="/projects/$projectId/export" params={{ projectId: String(projectId) }}>
            {t("chosen.export_see")}
          </TextLink>
        </Stack>
      ) : (
        <Stack>
          <Select
            label={t("chosen.export_format")}
            allowDeselect={false}
            comboboxProps={{ withinPortal: false }}
            value={format}
            data={formats.map(({ name }) => ({ value: name, label: wordsOf(name).label }))}
            description={wordsOf(format).hint}
            inputWrapperOrder={["label", "input", "description", "error"]}
            onChange={(value) => setFormat((value ?? format) as ExportFormat)}
          />
          <Checkbox
            label={t("chosen.export_unfinished")}
            checked={unfinished}
            onChange={(event) => setUnfinished(event.currentTarget.checked)}
          />
          {start.error && <ErrorNotice error={start.error} />}
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={onClose}>
              {common("action.cancel")}
            </Button>
            <Button loading={start.isPending} onClick={() => start.mutate()}>
              {t("chosen.export_submit")}
            </Button>
          </Group>
        </Stack>
      )}
    </Dialog>
  );
}
