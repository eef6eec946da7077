import { Anchor } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import type { CommentPlace, SampleDetail } from "@/api/types";
import type { LitObjects } from "@/kinds/kind";
import { kindNamed } from "@/kinds/registry";
import { projectQuery } from "@/lib/queries/projects";
import { stageTitle } from "@/lib/server-messages";
import { taskNoun } from "./history";

/** What a thread is about, in words; an object is lit when its name is pressed. */
export function useDescribedPlace(sample: SampleDetail, lighting: LitObjects): (place: CommentPlace) => ReactNode {
  const { t } = useTranslation(["comments", "samples"]);
  const specs = useQuery(projectQuery(sample.project.id)).data?.recipe?.stages;
  return (place) => {
    const stage = sample.stages.find(({ annotations }) => annotations.some(({ id }) => id === place.annotation));
    const answer = stage?.annotations.find(({ id }) => id === place.annotation);
    if (!stage || !answer) return null;
    const { boxes, textParts } = kindNamed(stage.kind);
    const noun = taskNoun(specs?.find(({ key }) => key === stage.key));
    const name = answer.index === 0 ? t("samples:detail.seed") : t(`samples:detail.${noun}`, { index: answer.index });
    const object = boxes?.(answer.value).find(({ id }) => id === place.object);
    const text = textParts?.(answer.value).find(({ path }) => path === place.path)?.text;
    const words = place.span && text ? Array.from(text).slice(place.span.start, place.span.end).join("") : "";
    return (
      <span>
        {t("about", { what: `${stageTitle(stage)} · ${name}` })}
        {object && (
          <>
            {" · "}
            <Anchor component="button" type="button" size="xs" onClick={() => lighting.onSelect(object.id)}>
              {object.label}
            </Anchor>
          </>
        )}
        {words && ` · ${t("about_words", { words })}`}
      </span>
    );
  };
}
