import { Button, FileButton, Stack, Text } from "@mantine/core";
import { IconPhotoUp } from "@tabler/icons-react";
import { useState, type DragEvent } from "react";
import classes from "./file-drop.module.css";

interface FileDropProps {
  label: string;
  or: string;
  choose: string;
  accept: string;
  onFiles: (files: File[]) => void;
}

/** A place to drop files on, and a button for those who do not drag. */
export function FileDrop({ label, or, choose, accept, onFiles }: FileDropProps) {
  const [over, setOver] = useState(false);
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    const files = [...event.dataTransfer.files];
    if (files.length > 0) onFiles(files);
  };
  return (
    <div
      className={classes.area}
      data-over={over || undefined}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      <Stack align="center" gap={6}>
        <IconPhotoUp size={32} aria-hidden className={classes.icon} />
        <Text fw={550}>{label}</Text>
        <Text size="sm" c="dimmed">
          {or}
        </Text>
        <FileButton multiple accept={accept} onChange={onFiles} inputProps={{ "aria-label": choose }}>
          {(props) => <Button {...props}>{choose}</Button>}
        </FileButton>
      </Stack>
    </div>
  );
}
