import { Button, Code, Group, SimpleGrid, Stack, Text } from "@mantine/core";
import { useTranslation } from "react-i18next";

/** Recovery codes, the one time that they are shown. */
export function RecoveryCodes({ codes, onKept }: { codes: string[]; onKept: () => void }) {
  const { t } = useTranslation("auth");
  const file = `data:text/plain;charset=utf-8,${encodeURIComponent(`${codes.join("\n")}\n`)}`;
  return (
    <Stack>
      <Text size="sm">{t("factor.codes_text")}</Text>
      <SimpleGrid component="ul" cols={{ base: 1, xs: 2 }} spacing={6} m={0} p={0} aria-label={t("factor.codes_copy")}>
        {codes.map((code) => (
          <li key={code} style={{ listStyle: "none" }}>
            <Code fz="sm">{code}</Code>
          </li>
        ))}
      </SimpleGrid>
      <Group>
        <Button component="a" href={file} download="annotate-recovery-codes.txt" variant="default">
          {t("factor.codes_save")}
        </Button>
        <Button onClick={onKept}>{t("factor.codes_kept")}</Button>
      </Group>
    </Stack>
  );
}
