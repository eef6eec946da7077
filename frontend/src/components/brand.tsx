import { Group, Text } from "@mantine/core";
import { useTranslation } from "react-i18next";

/** Sign and name, on pages that stand outside of the frame with the navigation. */
export function Brand() {
  const { t } = useTranslation("common");
  return (
    <Group gap={10} wrap="nowrap">
      <BrandMark />
      <Text fw={650} fz="1.0625rem">
        {t("app.name")}
      </Text>
    </Group>
  );
}

/** Two corners of a box and two lines of text: what the product joins. */
export function BrandMark({ size = 26 }: { size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 32 32" aria-hidden="true">
      <rect width="32" height="32" rx="7" fill="#0f6e64" />
      <g fill="none" stroke="#fff" strokeWidth="2.4" strokeLinecap="round" strokeLinejoin="round">
        <path d="M7 12V8.500A1.500 1.500 0 0 1 8.500 7H12M20 7h3.500A1.500 1.500 0 0 1 25 8.500V12M7 20v3.500A1.500 1.500 0 0 0 8.500 25H12" />
        <path d="M15 16h10M15 20.500h10M15 25h6" />
      </g>
    </svg>
  );
}
