import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { isApiError } from "@/api/errors";
import type { AvailableSource } from "@/api/studies";
import { designNamed } from "@/kinds/studies";
import { notifyDone } from "@/lib/notify";
import { createStudy } from "../api/studies";
import { chosenSources, isComplete, keepDraft, requestOf, showsImages, type Draft } from "./draft";
import { useUsualMetrics, useUsualSettings } from "./usual-metrics";

export function useCreate(
  projectId: number,
  draft: Draft,
  available: AvailableSource[],
  onField: (path: string) => void,
) {
  const { t } = useTranslation("studies");
  const client = useQueryClient();
  const navigate = useNavigate();
  const metrics = useUsualMetrics(draft.design);
  const settings = useUsualSettings(designNamed(draft.design), showsImages(draft, available));
  return useMutation({
    mutationFn: () => {
      const chosen = chosenSources(draft, available);
      return createStudy(projectId, requestOf(draft, isComplete(chosen) ? chosen : [], { metrics, settings }));
    },
    onSuccess: async (study) => {
      keepDraft(projectId, null);
      notifyDone(t("new.created"));
      await client.invalidateQueries({ queryKey: ["projects", projectId, "studies"] });
      await client.invalidateQueries({ queryKey: ["projects"], exact: true });
      await navigate({
        to: "/projects/$projectId/studies/$studyId",
        params: { projectId: String(projectId), studyId: String(study.id) },
      });
    },
    onError: (error) => {
      const [first] = isApiError(error) ? error.fields : [];
      if (first) onField(first.path);
    },
  });
}
