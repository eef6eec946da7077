import { Button, Group, Text, UnstyledButton } from "@mantine/core";
import { IconChevronDown, IconChevronRight } from "@tabler/icons-react";
import { useId, useState } from "react";
import { useTranslation } from "react-i18next";
import classes from "./objects.module.css";

const KNOWN = [
  "function",
  "shape",
  "size",
  "colour",
  "pattern",
  "texture",
  "material",
  "condition",
  "opacity",
  "orientation",
  "location",
  "relations",
  "text_on_object",
] as const;
type KnownAxis = (typeof KNOWN)[number];

const OPEN = "annotate:axes-open";

function knownAxis(axis: string): KnownAxis | undefined {
  const key = axis.trim().toLowerCase().replace(/\s+/g, "_");
  return KNOWN.find((known) => known === key);
}

/** What one can say about an object: a reminder beside the text, one question per axis. */
export function Axes({ axes, turn }: { axes: readonly string[]; turn: number }) {
  const { t } = useTranslation("workbench");
  const [isOpen, setOpen] = useState(() => readOpen());
  const [pinned, setPinned] = useState<string | null>(null);
  const [pointed, setPointed] = useState<string | null>(null);
  // Counts the presses of the key for the next point: whoever writes need not leave the text.
  const [turned, setTurned] = useState(turn);
  if (turn !== turned) {
    setTurned(turn);
    setOpen(true);
    setPinned(axes[(axes.indexOf(pinned ?? "") + 1) % axes.length] ?? null);
  }
  const shown = pointed ?? pinned;
  const panel = useId();
  if (axes.length === 0) return null;
  const toggle = () => {
    setOpen(!isOpen);
    writeOpen(!isOpen);
  };
  const known = shown === null ? undefined : knownAxis(shown);
  return (
    <div>
      <UnstyledButton className={classes.axesToggle} aria-expanded={isOpen} aria-controls={panel} onClick={toggle}>
        {isOpen ? <IconChevronDown size={14} aria-hidden /> : <IconChevronRight size={14} aria-hidden />}
        {t("objects.axes")}
      </UnstyledButton>
      <div id={panel} hidden={!isOpen}>
        <Group gap={4} mt={4}>
          {axes.map((axis) => {
            const key = knownAxis(axis);
            return (
              <Button
                key={axis}
                size="compact-xs"
                radius="xl"
                fw={450}
                variant={pinned === axis ? "filled" : "default"}
                aria-pressed={pinned === axis}
                onClick={() => setPinned(pinned === axis ? null : axis)}
                onMouseEnter={() => setPointed(axis)}
                onMouseLeave={() => setPointed(null)}
              >
                {key ? t(`axes.${key}.name`) : axis}
              </Button>
            );
          })}
        </Group>
        <Text size="xs" c="dimmed" mt={6} mih="2.6em" role="status">
          {known ? t(`axes.${known}.prompt`) : t("objects.axes_hint")}
        </Text>
      </div>
    </div>
  );
}

function readOpen(): boolean {
  try {
    return localStorage.getItem(OPEN) !== "no";
  } catch {
    return true;
  }
}

function writeOpen(isOpen: boolean): void {
  try {
    localStorage.setItem(OPEN, isOpen ? "yes" : "no");
  } catch {
    // Then it is open again at the next object.
  }
}
