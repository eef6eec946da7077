import { Center, Group, Paper, Text } from "@mantine/core";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { BrandMark } from "./brand";
import { DeviceLanguage } from "./device-language";

/** A page with one card in its middle, for people who are not signed in yet. */
export function GateCard({ children }: { children: ReactNode }) {
  const { t } = useTranslation("common");
  return (
    <Center component="main" id="main" mih="100dvh" p="md">
      <Paper withBorder p={{ base: "lg", sm: "xl" }} w="100%" maw={420}>
        <Group justify="space-between" mb="lg" wrap="nowrap">
          <Group gap={10} wrap="nowrap">
            <BrandMark />
            <Text fw={650} fz="1.0625rem">
              {t("app.name")}
            </Text>
          </Group>
          <DeviceLanguage />
        </Group>
        {children}
      </Paper>
    </Center>
  );
}
