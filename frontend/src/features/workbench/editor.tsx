import { memo, useState } from "react";
import type { Assignment } from "@/api/types";
import { AnswerView } from "@/kinds/answer-view";
import type { KindEditor, WorkbenchProps } from "@/kinds/kind";
import type { ValueStore } from "@/lib/value-store";
import type { Work } from "./api";

type EditorProps = Omit<WorkbenchProps, "assignment" | "initial" | "judged"> & {
  assignment: Assignment;
  kind: KindEditor;
  /** Read once: from then on the editor holds the answer itself. */
  work: ValueStore<Work>;
};

/** The editor of the kind, apart from the desk around it: a dialog that opens draws no image anew. */
export const Editor = memo(function Editor({ kind, work, ...props }: EditorProps) {
  const { about } = props.assignment;
  const [initial] = useState(() => work.value.answer);
  const [judged] = useState(() => about && <AnswerView {...about} />);
  return <kind.Workbench {...props} initial={initial} judged={judged} />;
});
