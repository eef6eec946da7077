import { Center, Group, Paper } from "@mantine/core";
import type { ReactNode } from "react";
import { Brand } from "./brand";
import { DeviceLanguage } from "./device-language";

/** A page with one card in its middle, for people who are not signed in yet. */
export function GateCard({ children }: { children: ReactNode }) {
  return (
    <Center component="main" id="main" mih="100dvh" p="md">
      <Paper withBorder p={{ base: "lg", sm: "xl" }} w="100%" maw={420}>
        <Group justify="space-between" mb="lg" wrap="nowrap">
          <Brand />
          <DeviceLanguage />
        </Group>
        {children}
      </Paper>
    </Center>
  );
}
