import { Button, Group, Menu, Stack, Text, Textarea } from "@mantine/core";
import { IconChevronDown } from "@tabler/icons-react";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { HarmActName, HarmCase } from "@/api/harms";
import { Dialog } from "@/components/dialog";
import { ErrorNotice } from "@/components/error-notice";
import { growing } from "@/components/growing";
import { Time } from "@/components/time";
import { notifyDone } from "@/lib/notify";
import { personName } from "@/lib/people";
import { actOnCase } from "../api/harms";

/** What is done about an answer, as in the review. */
const ANSWERED = ["review", "redo"] as const satisfies readonly HarmActName[];

interface CaseActsProps {
  item: HarmCase;
  /** Whether a person here wrote it: of a model's words and of a file's there is no answer to review. */
  isAnswer: boolean;
  onDone: (fresh: HarmCase) => void;
}

/** What can be done about a case, and what was; only leaving out of training can be taken back. */
export function CaseActs({ item, isAnswer, onDone }: CaseActsProps) {
  const { t } = useTranslation("harms");
  const [asking, setAsking] = useState<HarmActName | null>(null);
  const done = new Map(item.acts.map(({ act, at }) => [act, at]));
  const isLeftOut = (done.get("leave_out") ?? "") > (done.get("let_in") ?? "");
  const acts: HarmActName[] = [...(isAnswer ? ANSWERED : []), isLeftOut ? "let_in" : "leave_out"];
  // Of a file's text nobody here has an answer.
  if (item.sample === null) return null;
  return (
    <div>
      {item.acts.map(({ act, by, at }) => (
        <Text key={act} size="sm" c="dimmed" component="div">
          {t(`act.${act}_done`, { name: personName(by) })} · <Time at={at} />
        </Text>
      ))}
      <Menu position="bottom-start" withinPortal>
        <Menu.Target>
          <Button variant="default" size="xs" mt={4} rightSection={<IconChevronDown size={14} aria-hidden />}>
            {t("act.open")}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {acts.map((act) => (
            <Menu.Item
              key={act}
              disabled={(act === "review" || act === "redo") && done.has(act)}
              onClick={() => setAsking(act)}
            >
              {t(`act.${act}`)}
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
      {asking && (
        <ActDialog
          item={item}
          act={asking}
          onClose={() => setAsking(null)}
          onDone={(fresh) => {
            setAsking(null);
            onDone(fresh);
          }}
        />
      )}
    </div>
  );
}

interface ActDialogProps extends Omit<CaseActsProps, "isAnswer"> {
  act: HarmActName;
  onClose: () => void;
}

function ActDialog({ item, act, onClose, onDone }: ActDialogProps) {
  const { t } = useTranslation("harms");
  const { t: tc } = useTranslation("common");
  const [reason, setReason] = useState(item.note);
  const acting = useMutation({
    mutationFn: () => actOnCase(item.id, { act, reason: reason.trim() }),
    onSuccess: (fresh) => {
      notifyDone(t("act.noted"));
      onDone(fresh);
    },
  });
  return (
    <Dialog opened onClose={onClose} title={t(`act.${act}`)}>
      <Stack>
        <Text size="sm">{t(`act.${act}_text`)}</Text>
        <Textarea
          label={t("act.reason")}
          required
          maxLength={1000}
          {...growing(2, 8)}
          value={reason}
          onChange={(event) => setReason(event.currentTarget.value)}
        />
        {acting.error && <ErrorNotice error={acting.error} />}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            {tc("action.cancel")}
          </Button>
          <Button loading={acting.isPending} disabled={reason.trim() === ""} onClick={() => acting.mutate()}>
            {t(`act.${act}`)}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  );
}
