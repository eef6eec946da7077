import { useMemo, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import type { Assignment, CaptionAnswer } from "@/api/types";
import type { Shape } from "@/canvas/box-view";
import { CanvasToolbar } from "@/canvas/canvas-toolbar";
import { ImageCanvas } from "@/canvas/image-canvas";
import type { Command } from "@/canvas/keys";
import { only, primary, step, type Selection } from "@/canvas/selection";
import { useShortcuts } from "@/canvas/shortcuts";
import { useViewport, type ViewportControls } from "@/canvas/use-viewport";
import { useHiding, viewCommands } from "@/canvas/view-commands";
import { Hints } from "../hints";
import type { WorkbenchProps } from "../kind";
import { insertInto } from "../text/insert";
import { remarksOn } from "../text/remarks";
import { TwoPanes } from "../two-panes";
import { CaptionForm } from "./caption-form";
import { ISSUES, toggleIssue, type CaptionSettings } from "./settings";
import { TokenList } from "./token-list";
import { useCaption, type CaptionEditor } from "./use-caption";

/** One sentence about an image, and what is to be known of the image's quality. */
export function CaptionWorkbench(props: WorkbenchProps<CaptionAnswer, CaptionSettings>) {
  const { assignment, isReadOnly, problems, findings } = props;
  const { image } = assignment;
  const { t } = useTranslation("workbench");
  const field = useRef<HTMLTextAreaElement>(null);
  const { settings } = assignment.stage;
  const editor = useCaption(props, settings);
  const { answer, change } = editor;
  const remarks = useMemo(() => remarksOn(answer.text, problems, findings), [answer.text, problems, findings]);
  const tokens = useTokens(assignment);
  const viewport = useViewport(image);
  const hiding = useHiding();
  const { canvasProps, lit, setHovered, boxes } = useLitTokens(tokens, hiding.press);
  const insert = (text: string) => {
    if (field.current && !isReadOnly && !answer.canned) change({ text: insertInto(field.current, text) });
  };
  useShortcuts("caption", isReadOnly ? NONE : captionCommands(editor, settings));
  useShortcuts(
    "view",
    viewCommands({ viewport, hasOwnDigits: settings.ask_quality, ...(tokens.length > 0 ? { boxes } : {}) }),
  );
  return (
    <TwoPanes
      image={image}
      panelLabel={t("caption.panel")}
      toolbar={<CanvasToolbar viewport={viewport} hiding={tokens.length > 0 ? hiding : undefined} />}
      canvas={
        <CaptionCanvas
          {...canvasProps}
          assignment={assignment}
          viewport={viewport}
          isHidden={hiding.isHidden}
          lit={lit}
          onActivate={(id) => insert(tokens.find((token) => token.id === id)?.name ?? "")}
        />
      }
      footer={<Hints hints={image.hints} />}
      panel={
        <CaptionForm
          assignment={assignment}
          field={field}
          settings={settings}
          editor={editor}
          remarks={remarks}
          attempt={props.attempt}
          isReadOnly={isReadOnly}
          tokens={
            settings.must_read_text || tokens.length > 0 ? (
              <TokenList
                tokens={tokens}
                lit={lit}
                isReadOnly={isReadOnly || answer.canned}
                onHover={setHovered}
                onInsert={insert}
              />
            ) : null
          }
        />
      }
    />
  );
}

const NONE: readonly Command[] = [];

function captionCommands({ answer, change, toggleCanned }: CaptionEditor, settings: CaptionSettings): Command[] {
  const commands: Command[] = [];
  if (settings.canned_text !== null) {
    commands.push({ id: "canned", keys: ["c"], scope: "page", run: toggleCanned });
  }
  if (settings.ask_text) {
    commands.push({ id: "text_yes", keys: ["y"], scope: "page", run: () => change({ text_detected: true }) });
    commands.push({ id: "text_no", keys: ["n"], scope: "page", run: () => change({ text_detected: false }) });
  }
  if (!settings.ask_quality) return commands;
  const digits = ISSUES.map((issue, index): Command => ({
    id: "issue",
    keys: [String(index + 1)],
    scope: "page",
    isUnlisted: index > 0,
    run: () => change({ quality_issues: toggleIssue(answer.quality_issues, issue) }),
  }));
  return [...commands, ...digits];
}

function useTokens(assignment: Assignment): readonly Shape[] {
  return useMemo(
    () => assignment.tokens.map((token, index) => ({ id: `t${String(index)}`, box: token.box, name: token.text })),
    [assignment],
  );
}

/** Pointing at a word lights its box, and the other way round. */
function useLitTokens(tokens: readonly Shape[], pressHide: (event: KeyboardEvent) => void) {
  const [selection, setSelection] = useState<Selection>([]);
  const [hovered, setHovered] = useState<string | null>(null);
  const lit = hovered ?? primary(selection) ?? null;
  const boxes = {
    target: () => tokens.find((token) => token.id === lit)?.box,
    step: (by: 1 | -1) =>
      setSelection(
        step(
          tokens.map(({ id }) => id),
          selection,
          by,
        ),
      ),
    pressHide,
    clear: () => setSelection([]),
  };
  const toggle = (next: Selection) => setSelection((old) => (old[0] === next[0] ? [] : next.slice(-1)));
  return { lit, setHovered, boxes, canvasProps: { shapes: tokens, selection, onSelect: toggle, onHover: setHovered } };
}

interface CaptionCanvasProps {
  assignment: Assignment;
  viewport: ViewportControls;
  shapes: readonly Shape[];
  selection: Selection;
  isHidden: boolean;
  lit: string | null;
  onSelect: (selection: Selection) => void;
  onHover: (id: string | null) => void;
  onActivate: (id: string) => void;
}

function CaptionCanvas({ assignment, lit, onActivate, ...props }: CaptionCanvasProps) {
  const { t } = useTranslation("workbench");
  return (
    <ImageCanvas
      {...props}
      source={assignment.image}
      hovered={lit}
      isQuiet
      label={t("caption.canvas")}
      onActivate={(id) => {
        props.onSelect(only(id));
        onActivate(id);
      }}
    />
  );
}
