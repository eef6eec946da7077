import { Button } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { Judgement } from "@/api/quality";
import type { Annotation } from "@/api/types";
import { ErrorNotice } from "@/components/error-notice";
import { RejectDialog } from "@/components/reject-dialog";
import { notifyDone } from "@/lib/notify";
import { judge } from "@/lib/queries/quality";
import { messageOf } from "@/lib/server-messages";

interface RejectAnswerProps {
  projectId: number;
  annotation: Annotation;
}

/** Rejects an answer where its sample is looked at, and takes that back. */
export function RejectAnswer({ projectId, annotation }: RejectAnswerProps) {
  const { t } = useTranslation("samples");
  const [opened, setOpened] = useState(false);
  const client = useQueryClient();
  const act = useMutation({
    mutationFn: (judgement: Judgement) => judge(projectId, annotation.id, judgement),
    onSuccess: async ({ requeued }, { verdict }) => {
      setOpened(false);
      const done = t(verdict === "rejected" ? "detail.rejected" : "detail.undone");
      notifyDone([done, requeued?.reason ? messageOf(requeued.reason) : ""].filter(Boolean).join(" "));
      await client.invalidateQueries({ queryKey: ["samples"] });
      void client.invalidateQueries({ queryKey: ["projects", projectId] });
    },
  });
  if (annotation.verdict === "rejected") {
    return (
      <>
        <Button
          size="compact-sm"
          variant="subtle"
          loading={act.isPending}
          onClick={() => act.mutate({ verdict: "unreviewed", reason: "", requeue: false })}
        >
          {t("detail.undo_reject")}
        </Button>
        {act.error && <ErrorNotice error={act.error} />}
      </>
    );
  }
  return (
    <>
      <Button size="compact-sm" variant="subtle" color="red" onClick={() => setOpened(true)}>
        {t("detail.reject")}
      </Button>
      <RejectDialog
        opened={opened}
        onClose={() => setOpened(false)}
        projectId={projectId}
        rejections={{ annotations: [annotation.id] }}
        count={1}
        flags={[]}
        busy={act.isPending}
        error={act.error}
        onReject={(reason, requeue) => act.mutate({ verdict: "rejected", reason, requeue })}
      />
    </>
  );
}
