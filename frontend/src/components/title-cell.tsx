import { Text } from "@mantine/core";

/** The first cell of a row whose title needs an explanation. */
export function TitleCell({ title, text }: { title: string; text: string }) {
  return (
    <div>
      <Text fw={550} fz="inherit">
        {title}
      </Text>
      <Text size="xs" c="dimmed" maw="70ch">
        {text}
      </Text>
    </div>
  );
}
