import { Button, Menu, Select } from "@mantine/core";
import { IconChevronDown, IconEyeCheck, IconFlag, IconRepeat, IconTrashOff, IconTrashX } from "@tabler/icons-react";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { SampleDetail } from "@/api/types";
import { ActReasonDialog } from "@/components/act-reason-dialog";
import { ErrorNotice } from "@/components/error-notice";
import { useMayLead } from "@/lib/queries/projects";
import { actOnMany, actQuery } from "@/lib/queries/quality";
import { restoreSample } from "./api/samples";
import { useStandingAnswers } from "./standing-answers";
import { useAfterChange } from "./use-after-change";
import { WithdrawDialog } from "./withdraw-dialog";

type Asked = "withdraw" | "requeue" | "flag";

interface SampleActsProps {
  sample: SampleDetail;
  /** Told what was begun: its notice says how it goes on, and takes it back. */
  onAct: (act: number) => void;
}

/** All that can be done with one sample, in one place. */
export function SampleActs({ sample, onAct }: SampleActsProps) {
  const { t } = useTranslation("samples");
  const [asked, setAsked] = useState<Asked | null>(null);
  const mayAct = useMayLead(sample.project.id);
  const answers = useStandingAnswers(sample);
  const afterChange = useAfterChange(sample);
  const navigate = useNavigate();
  const restore = useMutation({
    mutationFn: () => restoreSample(sample.id),
    onSuccess: () => afterChange(t("detail.restored")),
  });
  const last = answers.at(-1);
  const close = () => setAsked(null);
  const review = () => {
    const params = { projectId: String(sample.project.id), annotationId: String(last?.id) };
    void navigate({ to: "/projects/$projectId/review/$annotationId", params, search: { state: "all" } });
  };
  const isWithdrawn = sample.state === "withdrawn";
  return (
    <>
      <Menu position="bottom-end" withinPortal>
        <Menu.Target>
          <Button
            variant="default"
            rightSection={<IconChevronDown size={16} aria-hidden />}
            loading={restore.isPending}
          >
            {t("detail.acts")}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item leftSection={<IconEyeCheck size={16} aria-hidden />} disabled={!last} onClick={review}>
            {t("detail.review")}
          </Menu.Item>
          {mayAct && (
            <>
              <Menu.Item
                leftSection={<IconFlag size={16} aria-hidden />}
                disabled={!last}
                onClick={() => setAsked("flag")}
              >
                {t("detail.flag")}
              </Menu.Item>
              <Menu.Item
                leftSection={<IconRepeat size={16} aria-hidden />}
                disabled={!last || isWithdrawn}
                onClick={() => setAsked("requeue")}
              >
                {t("detail.requeue")}
              </Menu.Item>
              <Menu.Divider />
              {isWithdrawn ? (
                <Menu.Item leftSection={<IconTrashOff size={16} aria-hidden />} onClick={() => restore.mutate()}>
                  {t("detail.restore")}
                </Menu.Item>
              ) : (
                <Menu.Item
                  color="red"
                  leftSection={<IconTrashX size={16} aria-hidden />}
                  onClick={() => setAsked("withdraw")}
                >
                  {t("detail.withdraw_ask")}
                </Menu.Item>
              )}
            </>
          )}
        </Menu.Dropdown>
      </Menu>
      {restore.error && <ErrorNotice error={restore.error} />}
      <WithdrawDialog sample={sample} opened={asked === "withdraw"} onClose={close} />
      {(asked === "requeue" || asked === "flag") && (
        <AnswerAct sample={sample} verb={asked} onClose={close} onAct={onAct} />
      )}
    </>
  );
}

interface AnswerActProps {
  sample: SampleDetail;
  verb: "requeue" | "flag";
  onClose: () => void;
  onAct: (act: number) => void;
}

/** From which answer on a sample is done again, or which one somebody shall look at, and why. */
function AnswerAct({ sample, verb, onClose, onAct }: AnswerActProps) {
  const { t } = useTranslation("samples");
  const client = useQueryClient();
  const answers = useStandingAnswers(sample);
  const [chosen, setChosen] = useState(answers.at(-1)?.id ?? 0);
  const afterChange = useAfterChange(sample);
  const act = useMutation({
    mutationFn: (reason: string) =>
      actOnMany(sample.project.id, { verb, reason, annotations: [chosen], keep_later: false }),
    onSuccess: async (done) => {
      onClose();
      client.setQueryData(actQuery(sample.project.id, done.id).queryKey, done);
      onAct(done.id);
      await afterChange();
    },
  });
  return (
    <ActReasonDialog
      verb={verb}
      projectId={sample.project.id}
      rejections={{ annotations: [chosen] }}
      count={1}
      busy={act.isPending}
      error={act.error}
      onClose={onClose}
      onAct={(reason) => act.mutate(reason)}
    >
      <Select
        label={t(`detail.${verb}_which`)}
        allowDeselect={false}
        data={answers.map(({ id, name }) => ({ value: String(id), label: name }))}
        value={String(chosen)}
        onChange={(value) => setChosen(Number(value))}
      />
    </ActReasonDialog>
  );
}
