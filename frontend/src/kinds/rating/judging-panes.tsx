import { Text } from "@mantine/core";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import type { Assignment } from "@/api/types";
import { CanvasToolbar } from "@/canvas/canvas-toolbar";
import { ImageCanvas } from "@/canvas/image-canvas";
import { useShortcuts } from "@/canvas/shortcuts";
import { useViewport } from "@/canvas/use-viewport";
import { viewCommands } from "@/canvas/view-commands";
import { Hints } from "../hints";
import { TwoPanes } from "../two-panes";
import { WhatToDo } from "../what-to-do";
import classes from "./judging-panes.module.css";

interface JudgingPanesProps {
  assignment: Assignment;
  panelLabel: string;
  canvasLabel: string;
  heading: string;
  actions?: ReactNode;
  /** The texts, which stay in view while one answers. */
  judged: ReactNode;
  questions: ReactNode;
}

/** The image, what was written about it, and the questions about that: all three in view on a wide screen. */
export function JudgingPanes({ assignment, ...parts }: JudgingPanesProps) {
  const { t } = useTranslation("workbench");
  const viewport = useViewport(assignment.image);
  useShortcuts("view", viewCommands({ viewport, hasOwnDigits: true }));
  return (
    <TwoPanes
      image={assignment.image}
      isPanelWide
      panelLabel={parts.panelLabel}
      toolbar={<CanvasToolbar viewport={viewport} />}
      canvas={
        <ImageCanvas
          source={assignment.image}
          shapes={NO_SHAPES}
          viewport={viewport}
          selection={NO_SHAPES}
          hovered={null}
          isHidden={false}
          label={parts.canvasLabel}
          onSelect={nothing}
          onHover={nothing}
          onActivate={nothing}
        />
      }
      footer={<Hints hints={assignment.image.hints} />}
      panel={
        <>
          <WhatToDo kind={assignment.stage.kind} task={assignment.id} sentences={[t("rating.task")]} />
          <div className={classes.judged}>
            <div className={classes.head}>
              <Text component="h2" fw={650} size="sm" m={0}>
                {parts.heading}
              </Text>
              {parts.actions}
            </div>
            {parts.judged}
          </div>
          <div className={classes.questions}>{parts.questions}</div>
        </>
      }
    />
  );
}

const NO_SHAPES: readonly never[] = [];
const nothing = () => undefined;
