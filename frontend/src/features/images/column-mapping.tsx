import { Fieldset, Select, SimpleGrid, Text } from "@mantine/core";
import { useTranslation } from "react-i18next";
import type { Import } from "@/api/types";

type Understood = NonNullable<Import["understood"]>;
export type Columns = Readonly<Record<string, string>>;

const roles = ["file", "address", "external_id", "split", "text", "captions", "objects", "producer"] as const;

interface Props {
  /** The last reading of the same file. */
  understood: Understood;
  /** What was corrected; "" is no column. */
  chosen: Columns;
  onChange: (chosen: Columns) => void;
}

/** Which column of a table holds what: as it was guessed, to be corrected. */
export function ColumnMapping({ understood, chosen, onChange }: Props) {
  const { t } = useTranslation("images");
  return (
    <Fieldset legend={t("columns.title")}>
      <Text size="sm" mb="sm">
        {t("columns.hint")}
      </Text>
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        {roles.map((role) => (
          <Select
            key={role}
            label={t(`columns.${role}`)}
            placeholder={t("columns.none")}
            clearable
            data={[...new Set(understood.header)]}
            value={(chosen[role] ?? understood.columns[role]) || null}
            onChange={(column) => onChange({ ...chosen, [role]: column ?? "" })}
          />
        ))}
      </SimpleGrid>
    </Fieldset>
  );
}
