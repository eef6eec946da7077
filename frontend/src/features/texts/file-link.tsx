import { Button } from "@mantine/core";
import { IconDownload } from "@tabler/icons-react";

interface FileLinkProps {
  href: string;
  name: string;
  /** Where the name alone does not say what of. */
  label?: string;
}

export function FileLink({ href, name, label }: FileLinkProps) {
  return (
    <Button
      component="a"
      href={href}
      download
      size="xs"
      variant="default"
      leftSection={<IconDownload size={14} aria-hidden />}
      aria-label={label}
    >
      {name}
    </Button>
  );
}
