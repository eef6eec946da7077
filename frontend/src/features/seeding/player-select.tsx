import { Select } from "@mantine/core";
import { useTranslation } from "react-i18next";
import type { SeedRole } from "@/api/models";
import type { Player } from "./use-crew";

/** Stands for nobody: that stage begins empty. */
const NOBODY = "";

interface PlayerSelectProps {
  plays: SeedRole;
  players: Player[];
  value: string | null;
  error: string | undefined;
  onChange: (name: string) => void;
  /** Nobody may play it, too. */
  optional?: boolean;
}

export function PlayerSelect({ plays, players, value, error, onChange, optional = false }: PlayerSelectProps) {
  const { t } = useTranslation("seeding");
  const data = players.map(({ name, version, available }) => ({
    value: name,
    label: t(available ? "run.option" : "run.unavailable", { name, version }).trim(),
    disabled: !available && name !== value,
  }));
  const shown = players.find(({ name }) => name === value);
  const absent = players.filter(({ available }) => !available);
  const reasons = (shown ? absent.filter(({ name }) => name === value) : absent).map(({ reason }) =>
    t("run.why_unavailable", { reason }),
  );
  const hint = [
    ...reasons,
    ...(players.length === 0 && !optional ? [t("run.nobody_can")] : []),
    ...(optional && value === NOBODY ? [t("run.no_ocr_text")] : []),
  ].join(" ");
  return (
    <Select
      label={t(`run.${plays}`)}
      description={hint || undefined}
      inputWrapperOrder={["label", "input", "description", "error"]}
      allowDeselect={false}
      value={value}
      error={error}
      onChange={(name) => onChange(name ?? NOBODY)}
      data={optional ? [...data, { value: NOBODY, label: t("run.no_ocr"), disabled: false }] : data}
    />
  );
}
