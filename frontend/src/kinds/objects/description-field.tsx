import { Textarea } from "@mantine/core";
import { memo, useId, useMemo, type RefObject } from "react";
import { useTranslation } from "react-i18next";
import { growing } from "@/components/growing";
import { TEXT_LANGUAGE } from "@/lib/languages";
import { useUndoneCaret } from "../boxes/use-undone-caret";
import type { PlacedFinding } from "../kind";
import { FindingAids } from "../text/finding-aids";
import { RemarkList } from "../text/remark-list";
import { atKey, remarksOn } from "../text/remarks";
import type { RowActions } from "./object-actions";
import classes from "./objects.module.css";

interface DescriptionFieldProps {
  field: RefObject<HTMLTextAreaElement | null>;
  id: string;
  number: number;
  value: string;
  problem: string | undefined;
  findings: readonly PlacedFinding[];
  isReadOnly: boolean;
  actions: RowActions;
}

/** A growing field measures the whole page each time it is drawn, so it is drawn for its own text only. */
export const DescriptionField = memo(function DescriptionField(props: DescriptionFieldProps) {
  const { field, id, number, value, problem, findings, isReadOnly, actions } = props;
  const { t } = useTranslation("workbench");
  const remarksId = useId();
  const noteTyped = useUndoneCaret(field, value);
  // That nothing stands there yet is said when it is handed in, not while one is on the way to it.
  const isBegun = value.trim() !== "";
  const remarks = useMemo(
    () =>
      isBegun
        ? remarksOn(value, [], atKey(findings, `${id}.description`)).filter(({ message }) => message !== problem)
        : [],
    [value, isBegun, findings, id, problem],
  );
  const write = (text: string) => {
    noteTyped(text);
    actions.write(id, { description: text });
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
        value={value}
        error={problem}
        readOnly={isReadOnly}
        spellCheck
        lang={TEXT_LANGUAGE}
        onChange={(event) => write(event.currentTarget.value)}
        onBlur={actions.endWriting}
      />
      <FindingAids field={field} text={value} remarks={remarks} isReadOnly={isReadOnly} onChange={write} />
      <RemarkList id={remarksId} remarks={remarks} field={field} onChange={isReadOnly ? undefined : write} />
    </div>
  );
});
