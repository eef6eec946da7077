import { ActionIcon, Button, Group, Text } from "@mantine/core";
import { IconZoomIn, IconZoomOut } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import classes from "./charts.module.css";
import { closer, wider, type Zoom } from "./zoom";

const middleOf = ({ span }: Zoom) => Math.floor((span.first + span.last) / 2);

/** Closer and wider, for whoever does not know the keys or has none. */
export function ZoomButtons({ zoom }: { zoom: Zoom }) {
  const { t } = useTranslation("common");
  const least = zoom.span.last - zoom.span.first < 2;
  return (
    <>
      <ActionIcon
        variant="subtle"
        size="sm"
        className={classes.zoom}
        aria-label={t("chart.zoom_in")}
        title={t("chart.zoom_hint")}
        disabled={least}
        onClick={() => zoom.onChange(closer(zoom.span, middleOf(zoom)))}
      >
        <IconZoomIn size={15} aria-hidden />
      </ActionIcon>
      <ActionIcon
        variant="subtle"
        size="sm"
        className={classes.zoom}
        aria-label={t("chart.zoom_out")}
        disabled={!zoom.isZoomed}
        onClick={() => zoom.onChange(wider(zoom.span, middleOf(zoom), zoom.count))}
      >
        <IconZoomOut size={15} aria-hidden />
      </ActionIcon>
    </>
  );
}

/** Which part is drawn, in words, and the way back to all. */
export function ZoomState({ zoom }: { zoom: Zoom }) {
  const { t } = useTranslation("common");
  const { first, last } = zoom.span;
  const words = t("chart.zoomed", {
    first: zoom.nameOf(first),
    last: zoom.nameOf(last),
    shown: last - first + 1,
    count: zoom.count,
  });
  return (
    <Group gap="xs" mih={zoom.isZoomed ? 26 : 0}>
      <Text size="xs" c="dimmed" role="status">
        {zoom.isZoomed ? words : ""}
      </Text>
      {zoom.isZoomed && (
        <Button size="compact-xs" variant="subtle" onClick={() => zoom.onChange(null)}>
          {t("chart.zoom_all")}
        </Button>
      )}
    </Group>
  );
}
