import { Select, type SelectProps } from "@mantine/core";
import { useTranslation } from "react-i18next";
import type { Role } from "@/api/types";

const roles = ["annotator", "reviewer", "lead"] as const satisfies readonly Role[];

function isRole(value: string | null): value is Role {
  return (roles as readonly (string | null)[]).includes(value);
}

interface RoleSelectProps extends Omit<SelectProps, "value" | "onChange" | "data"> {
  value: Role;
  onChange: (role: Role) => void;
}

export function RoleSelect({ value, onChange, ...props }: RoleSelectProps) {
  const { t } = useTranslation("common");
  return (
    <Select
      allowDeselect={false}
      value={value}
      data={roles.map((role) => ({ value: role, label: t(`role.${role}`) }))}
      onChange={(role) => {
        if (isRole(role)) onChange(role);
      }}
      {...props}
    />
  );
}
