import { Textarea } from "@mantine/core";
import { memo, useCallback, useId, useMemo, useState, type RefObject } from "react";
import { useTranslation } from "react-i18next";
import type { ObjectAnswer } from "@/api/types";
import type { CanvasStore } from "@/canvas/store";
import { growing } from "@/components/growing";
import { TEXT_LANGUAGE } from "@/lib/languages";
import type { PlacedFinding } from "../kind";
import { FindingAids } from "../text/finding-aids";
import { RemarkList } from "../text/remark-list";
import { atKey, remarksOn } from "../text/remarks";
import type { RowActions } from "./object-actions";
import classes from "./objects.module.css";
import { useOwnText } from "./use-own-text";

interface DescriptionFieldProps {
  field: RefObject<HTMLTextAreaElement | null>;
  id: string;
  number: number;
  /** As it last came to rest; the field holds what is being written. */
  value: string;
  store: CanvasStore<ObjectAnswer>;
  problem: string | undefined;
  findings: readonly PlacedFinding[];
  isReadOnly: boolean;
  actions: RowActions;
}

/** The field holds what is written and tells of it; what is said about it follows when it comes to rest. */
export const DescriptionField = memo(function DescriptionField(props: DescriptionFieldProps) {
  const { field, id, number, value, problem, findings, isReadOnly, actions } = props;
  const { t } = useTranslation("workbench");
  const remarksId = useId();
  const [first] = useState(value);
  useOwnText(field, props.store, id);
  const remarksIn = useCallback(
    (text: string) =>
      // That nothing stands there yet is said when it is handed in, not while one is on the way to it.
      text.trim() === ""
        ? []
        : remarksOn(text, [], atKey(findings, `${id}.description`)).filter(({ message }) => message !== problem),
    [findings, id, problem],
  );
  const remarks = useMemo(() => remarksIn(value), [value, remarksIn]);
  const write = (text: string) => {
    // A fix is told by the browser as well as by whoever did it.
    if (text !== props.store.get(id)?.description) actions.write(id, { description: text });
  };
  return (
    <div className={classes.descriptionFrame}>
      <Textarea
        ref={field}
        size="sm"
        label={t("objects.description")}
        aria-label={t("objects.description_of", { number })}
        aria-describedby={remarksId}
        placeholder={t("objects.description_placeholder")}
        {...growing(4, 14)}
        defaultValue={first}
        error={problem}
        readOnly={isReadOnly}
        spellCheck
        lang={TEXT_LANGUAGE}
        onChange={(event) => write(event.currentTarget.value)}
        onBlur={actions.endWriting}
      />
      <FindingAids {...{ field, remarks, remarksIn, isReadOnly }} text={value} onChange={write} />
      <RemarkList
        id={remarksId}
        remarks={remarks}
        field={field}
        text={value}
        room={isReadOnly ? undefined : 2}
        onChange={isReadOnly ? undefined : write}
      />
    </div>
  );
});
