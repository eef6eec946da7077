import { Text, Textarea } from "@mantine/core";
import { IconArrowBackUp, IconArrowForwardUp } from "@tabler/icons-react";
import { useMemo, useRef } from "react";
import { useTranslation } from "react-i18next";
import { CanvasToolbar, ToolButton } from "@/canvas/canvas-toolbar";
import { ImageCanvas } from "@/canvas/image-canvas";
import { useShortcuts } from "@/canvas/shortcuts";
import { useViewport } from "@/canvas/use-viewport";
import { viewCommands } from "@/canvas/view-commands";
import { Hints } from "../hints";
import { KeysHint } from "../keys-hint";
import type { WorkbenchProps } from "../kind";
import { RemarkList } from "../text/remark-list";
import { atKey, remarksOn } from "../text/remarks";
import { picturesIn, textsIn } from "../texts";
import { TwoPanes } from "../two-panes";
import { rankingCommands } from "./commands";
import { Places } from "./places";
import classes from "./ranking.module.css";
import type { RankingAnswer, RankingSettings } from "./types";
import { useRanking } from "./use-ranking";
import { useRankingDesk, type RankingDesk } from "./use-ranking-desk";

/** Texts about one image, or images made from such texts, put in order from the best to the worst. */
export function RankingWorkbench(props: WorkbenchProps<RankingAnswer, RankingSettings>) {
  const { assignment, isReadOnly } = props;
  const { t } = useTranslation("workbench");
  const { settings } = assignment.stage;
  const pictures = picturesIn(assignment.about);
  const texts = pictures.length > 0 ? NO_TEXTS : (textsIn(assignment.about) ?? NO_TEXTS);
  const count = Math.max(texts.length, pictures.length);
  const ranking = useRanking(props.initial, count, props.onChange);
  const panel = useRef<HTMLDivElement>(null);
  const remarks = useMemo(
    () => remarksOn(ranking.justification, props.problems, props.findings),
    [ranking.justification, props.problems, props.findings],
  );
  // What has no place yet is seen; only who submits is told.
  const ranksRemarks = remarks.filter(
    ({ key, code, isRefused }) => key.startsWith("ranks") && (isRefused || code !== MISSING),
  );
  const refused = remarks.find(({ isRefused }) => isRefused)?.key;
  const desk = useRankingDesk({
    ranking,
    panel,
    isReadOnly,
    attempt: props.attempt,
    refused,
    hasPictures: pictures.length > 0,
  });
  const hasReasons = settings.justification !== "off";
  const own = rankingCommands({
    count,
    hasTies: settings.ties,
    hasReasons,
    isEnabled: () => !isReadOnly,
    ...desk,
    give: (rank) => desk.give(rank, settings.ties),
  });
  const viewport = useViewport(assignment.image);
  useShortcuts("ranking", own);
  useShortcuts("view", viewCommands({ viewport, hasOwnDigits: true }));
  return (
    <TwoPanes
      image={assignment.image}
      isPanelWide
      panelLabel={t("ranking.panel")}
      toolbar={
        <CanvasToolbar viewport={viewport}>
          {!isReadOnly && <History canUndo={ranking.canUndo} canRedo={ranking.canRedo} desk={desk} />}
        </CanvasToolbar>
      }
      canvas={
        <ImageCanvas
          source={assignment.image}
          shapes={NO_SHAPES}
          viewport={viewport}
          selection={NO_SHAPES}
          hovered={null}
          isHidden={false}
          label={t("ranking.canvas")}
          onSelect={nothing}
          onHover={nothing}
          onActivate={nothing}
        />
      }
      footer={<Hints hints={assignment.image.hints} />}
      panel={
        <div className={classes.panel} ref={panel}>
          {desk.liveRegion}
          <div>
            <Text component="h2" fw={650} size="md" m={0}>
              {settings.question}
            </Text>
            {settings.help !== "" && (
              <Text size="sm" c="dimmed" maw="80ch">
                {settings.help}
              </Text>
            )}
          </div>
          {count === 0 ? (
            <Text c="dimmed">{t("rating.nothing")}</Text>
          ) : (
            <Places
              texts={texts}
              pictures={pictures}
              ranks={ranking.ranks}
              desk={desk}
              panel={panel}
              hasTies={settings.ties}
              isReadOnly={isReadOnly}
              isRefused={(text) => remarks.some(({ key, isRefused }) => isRefused && key === `ranks[${String(text)}]`)}
            />
          )}
          <RemarkList remarks={ranksRemarks} />
          {hasReasons && (
            <div data-part="justification">
              <Textarea
                label={t("ranking.why")}
                placeholder={t(`ranking.why_${settings.justification === "required" ? "required" : "optional"}`)}
                autosize
                minRows={2}
                maxRows={8}
                maxLength={2000}
                spellCheck
                data-undo="justification"
                value={ranking.justification}
                readOnly={isReadOnly}
                onChange={(event) => ranking.explain(event.currentTarget.value)}
              />
              <RemarkList remarks={atKey(remarks, "justification")} />
            </div>
          )}
          <KeysHint
            commands={own}
            ids={settings.ties ? HINTED : HINTED.slice(0, 3)}
            className={classes.keysHint}
            say={(give, up, down, tie) =>
              t(`ranking.keys_hint${settings.ties ? "_ties" : ""}`, { give, up, down, tie })
            }
          />
        </div>
      }
    />
  );
}

const HINTED = ["rank_give", "rank_up", "rank_down", "rank_tie"];
const MISSING = "rank_missing";
const NO_TEXTS: readonly string[] = [];
const NO_SHAPES: readonly never[] = [];
const nothing = () => undefined;

function History({ canUndo, canRedo, desk }: { canUndo: boolean; canRedo: boolean; desk: RankingDesk }) {
  const { t } = useTranslation("workbench");
  return (
    <>
      <ToolButton
        label={t("keys.undo")}
        word={t("canvas.word.undo")}
        command="undo"
        icon={<IconArrowBackUp size={18} aria-hidden />}
        isDisabled={!canUndo}
        onClick={desk.undo}
      />
      <ToolButton
        label={t("keys.redo")}
        word={t("canvas.word.redo")}
        command="redo"
        icon={<IconArrowForwardUp size={18} aria-hidden />}
        isDisabled={!canRedo}
        onClick={desk.redo}
      />
    </>
  );
}
