import { UnstyledButton } from "@mantine/core";
import { IconHistory } from "@tabler/icons-react";
import { useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import type { Assignment } from "@/api/types";
import type { KindEditor } from "@/kinds/kind";
import type { KeptVersion } from "@/lib/safe-work";
import type { Work } from "./api";
import { KeptDialog } from "./later";
import { useAbout } from "./session";
import { useVersionsOf } from "./use-saving";
import classes from "./workbench.module.css";

interface KeptLineProps {
  versions: ReadonlyArray<KeptVersion<Work>>;
  kind: KindEditor;
  /** Which of several tasks it is about. */
  of?: string | undefined;
  onDelete: (key: string) => void;
  /** Absent where nothing can be changed any more. */
  onUse?: ((version: KeptVersion<Work>) => void) | undefined;
}

/** One quiet line: what one did not go on with is still there. */
export function KeptLine({ versions, kind, of, onDelete, onUse }: KeptLineProps) {
  const { t } = useTranslation("workbench");
  const [isOpen, setOpen] = useState(false);
  const line = useRef<HTMLParagraphElement>(null);
  if (versions.length === 0 && !isOpen) return null;
  const close = () => {
    // With the last version goes the line, and the focus must not go with it.
    if (versions.length === 0) nextPlace(line.current)?.focus();
    setOpen(false);
  };
  return (
    <>
      <p className={classes.keptLine} ref={line}>
        <IconHistory size={14} aria-hidden />
        {of && `${of}: `}
        {t("versions.line", { count: versions.length })}
        <UnstyledButton className={classes.keptShow} onClick={() => setOpen(true)}>
          {t("versions.show")}
        </UnstyledButton>
      </p>
      <KeptDialog
        isOpen={isOpen}
        onClose={close}
        versions={versions}
        kind={kind}
        onDelete={onDelete}
        onUse={
          onUse &&
          ((version) => {
            onUse(version);
            setOpen(false);
          })
        }
      />
    </>
  );
}

interface KeptOfTaskProps {
  assignment: Assignment;
  kind: KindEditor;
  of?: string;
}

/** The same of a task that is over. */
export function KeptOfTask({ assignment, kind, of }: KeptOfTaskProps) {
  const { user } = useAbout(assignment);
  const { versions, drop } = useVersionsOf(assignment, user, kind);
  return <KeptLine versions={versions} kind={kind} of={of} onDelete={drop} />;
}

/** The heading of the page: after it everything is found again. */
function nextPlace(line: HTMLElement | null): HTMLElement | null {
  return line?.ownerDocument.querySelector<HTMLElement>("h1[tabindex]") ?? null;
}
