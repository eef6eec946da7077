import { Group, Radio } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { RemarkList } from "../text/remark-list";
import type { Remark } from "../text/remarks";
import type { Criterion } from "./criteria";
import classes from "./vote.module.css";

interface CriterionRowProps {
  criterion: Criterion;
  number: number;
  value: boolean | null;
  /** The keys y and n answer this one. */
  isCurrent: boolean;
  isReadOnly: boolean;
  remarks: readonly Remark[];
  onVote: (value: boolean) => void;
  onEnter: () => void;
}

export function CriterionRow(props: CriterionRowProps) {
  const { criterion, number, value, isReadOnly, onVote } = props;
  const { t } = useTranslation("workbench");
  const chosen = value === null ? "" : value ? "yes" : "no";
  return (
    <li
      className={classes.criterion}
      data-part={`votes.${criterion.key}`}
      data-current={props.isCurrent || undefined}
      onFocus={props.onEnter}
    >
      <span className={classes.number} aria-hidden="true">
        {number}
      </span>
      <Radio.Group
        className={classes.question}
        label={criterion.title}
        description={criterion.help || undefined}
        value={chosen}
        onChange={(next) => {
          if (!isReadOnly) onVote(next === "yes");
        }}
      >
        <Group gap="lg" mt={6}>
          <Radio value="yes" label={t("caption.yes")} disabled={isReadOnly} />
          <Radio value="no" label={t("caption.no")} disabled={isReadOnly} />
        </Group>
        <RemarkList remarks={props.remarks} />
      </Radio.Group>
    </li>
  );
}
