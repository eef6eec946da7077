import { ActionIcon, Container, Text, Tooltip } from "@mantine/core";
import { IconKeyboard } from "@tabler/icons-react";
import { queryOptions, useQuery } from "@tanstack/react-query";
import { useSearch } from "@tanstack/react-router";
import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { result, server } from "@/api/client";
import { CanvasToolbar } from "@/canvas/canvas-toolbar";
import { ImageCanvas } from "@/canvas/image-canvas";
import { KeyLabel } from "@/canvas/key-label";
import { lookFromText } from "@/canvas/look";
import type { PhotoSource } from "@/canvas/sheet";
import { ShortcutsProvider, useShortcuts } from "@/canvas/shortcuts";
import { ShortcutsDialog } from "@/canvas/shortcuts-list/shortcuts-dialog";
import { keepLook } from "@/canvas/use-look";
import { useViewport } from "@/canvas/use-viewport";
import { viewCommands } from "@/canvas/view-commands";
import { ErrorNotice } from "@/components/error-notice";
import { LoadingRows } from "@/components/loading";
import { formatNumber } from "@/lib/format";
import { usePageTitle } from "@/lib/page-title";
import classes from "./full-size.module.css";

const imageQuery = (imageId: number) =>
  queryOptions({
    queryKey: ["images", imageId],
    queryFn: ({ signal }) =>
      result(server.GET("/api/v1/images/{image_id}", { params: { path: { image_id: imageId } }, signal })),
    staleTime: Infinity,
  });

/** One image with the whole window to itself, down to its last pixel. */
export default function FullSizePage({ imageId }: { imageId: number }) {
  const { data, error, refetch } = useQuery(imageQuery(imageId));
  if (data) {
    return (
      <ShortcutsProvider>
        <Viewer key={data.id} source={data} />
      </ShortcutsProvider>
    );
  }
  return (
    <Container component="main" size="sm" py="xl">
      {error ? <ErrorNotice error={error} onRetry={() => void refetch()} /> : <LoadingRows />}
    </Container>
  );
}

function Viewer({ source }: { source: PhotoSource }) {
  const { t } = useTranslation("workbench");
  usePageTitle(source.name);
  useLookOfAddress(source);
  const viewport = useViewport(source);
  useTurnOfAddress(viewport.turnBy);
  const [hasHelp, setHelp] = useState(false);
  useShortcuts("view", viewCommands({ viewport, isFullSize: true }));
  useShortcuts("page", [{ id: "help", keys: ["?"], scope: "page", run: () => setHelp(true) }]);
  const { width, height } = source;
  return (
    <main className={classes.page}>
      <header className={classes.head}>
        <h1 className={classes.name} title={source.name}>
          {source.name}
        </h1>
        <Text size="sm" c="dimmed" className={classes.size}>
          {t("full_size.pixels", { width: formatNumber(width), height: formatNumber(height) })}
        </Text>
        <div className={classes.tools}>
          <CanvasToolbar viewport={viewport} hasFullSize={false} />
          <Tooltip label={<KeyLabel label={t("header.shortcuts")} command="help" />} openDelay={350}>
            <ActionIcon
              variant="subtle"
              color="gray"
              size={34}
              aria-label={t("header.shortcuts")}
              onClick={() => setHelp(true)}
            >
              <IconKeyboard size={18} />
            </ActionIcon>
          </Tooltip>
        </div>
      </header>
      <div className={classes.image}>
        <ImageCanvas
          source={source}
          shapes={[]}
          viewport={viewport}
          selection={[]}
          hovered={null}
          isHidden={false}
          label={t("full_size.canvas")}
          onSelect={nothing}
          onHover={nothing}
          onActivate={nothing}
        />
      </div>
      <ShortcutsDialog isOpen={hasHelp} onClose={() => setHelp(false)} />
    </main>
  );
}

const nothing = () => undefined;

/** Shown as bright as where it was opened; from then on this window keeps a look of its own. */
function useLookOfAddress({ urls }: PhotoSource): void {
  const { look } = useSearch({ strict: false });
  useState(() => {
    if (typeof look === "string") keepLook(urls.view, lookFromText(look));
  });
}

function useTurnOfAddress(turnBy: (quarters: 1 | -1) => void): void {
  const { turn } = useSearch({ strict: false });
  useEffect(() => {
    const quarters = typeof turn === "number" ? turn % 4 : 0;
    for (let quarter = 0; quarter < quarters; quarter++) turnBy(1);
    // Once: afterwards people turn it themselves.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, []);
}
