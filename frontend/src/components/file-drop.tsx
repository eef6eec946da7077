import { Button, FileButton, Group, Stack, Text } from "@mantine/core";
import { IconFolderOpen, IconPhotoUp } from "@tabler/icons-react";
import { useEffect, useRef, useState, type DragEvent } from "react";
import { filesOf, picturesOf, picturesPasted, type Taken } from "@/lib/dropped-files";
import classes from "./file-drop.module.css";

interface FileDropProps {
  label: string;
  or: string;
  choose: string;
  chooseFolder: string;
  accept: string;
  onFiles: (taken: Taken) => void;
}

/** A place to drop files and folders on, buttons for those who do not drag, and pictures from the clipboard. */
export function FileDrop({ label, or, choose, chooseFolder, accept, onFiles }: FileDropProps) {
  const [over, setOver] = useState(false);
  const take = (taken: Taken) => {
    if (taken.files.length + taken.left > 0) onFiles(taken);
  };
  usePastedPictures((files) => take({ files, left: 0 }));
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    void filesOf(event.dataTransfer).then(take);
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
        <Group gap="xs" justify="center">
          <FileButton
            multiple
            accept={accept}
            onChange={(files) => take({ files, left: 0 })}
            inputProps={{ "aria-label": choose }}
          >
            {(props) => <Button {...props}>{choose}</Button>}
          </FileButton>
          <FileButton
            multiple
            onChange={(files) => take(picturesOf(files))}
            // Of no standard and in every browser.
            inputProps={{ "aria-label": chooseFolder, ...{ webkitdirectory: "" } }}
          >
            {(props) => (
              <Button variant="default" leftSection={<IconFolderOpen size={16} aria-hidden />} {...props}>
                {chooseFolder}
              </Button>
            )}
          </FileButton>
        </Group>
      </Stack>
    </div>
  );
}

/** Pictures that are pasted anywhere on the page, but not into a field. */
function usePastedPictures(onFiles: (files: File[]) => void): void {
  const latest = useRef(onFiles);
  useEffect(() => {
    latest.current = onFiles;
  });
  useEffect(() => {
    const paste = (event: ClipboardEvent) => {
      const isField = event.target instanceof Element && event.target.closest("input, textarea, [contenteditable]");
      if (isField || !event.clipboardData) return;
      const files = picturesPasted(event.clipboardData, new Date());
      if (files.length === 0) return;
      event.preventDefault();
      latest.current(files);
    };
    document.addEventListener("paste", paste);
    return () => document.removeEventListener("paste", paste);
  }, []);
}
