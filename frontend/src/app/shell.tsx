import { AppShell, Box, Burger, Group } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { Link, Outlet, useMatches, useRouter } from "@tanstack/react-router";
import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import { BrandMark } from "@/components/brand";
import { ColorSchemeToggle } from "@/components/color-scheme-toggle";
import { currentVisit } from "@/lib/crowd-visit";
import { NotificationsBell } from "@/features/notifications/notifications-bell";
import { UploadStatus } from "@/features/uploads";
import { Navigation } from "./navigation";
import { SessionGate } from "./session-gate";
import classes from "./shell.module.css";

function focusMain() {
  document.getElementById("main")?.focus({ preventScroll: true });
}

/** After a change of page the focus goes to its content, as it would after loading a page. */
function useFocusOnNewPage(close: () => void) {
  const router = useRouter();
  useEffect(
    () =>
      router.subscribe("onResolved", (event) => {
        if (!event.pathChanged || !event.fromLocation) return;
        close();
        focusMain();
      }),
    [router, close],
  );
}

export function Shell() {
  return (
    <SessionGate>
      <Frame />
    </SessionGate>
  );
}

/** What somebody from a crowd platform passes on the way to the work: nothing leads away from it. */
const STEPS = new Set(["/qualify/$projectId", "/hits/$hitId/feedback"]);

function Frame() {
  const isStep = useMatches({ select: (matches) => matches.some(({ fullPath }) => STEPS.has(fullPath)) });
  return isStep && currentVisit() !== null ? <BareFrame /> : <SignedInShell />;
}

const nothing = () => undefined;

function BareFrame() {
  useFocusOnNewPage(nothing);
  return (
    <Box component="main" id="main" tabIndex={-1} maw={900} mx="auto" p={{ base: "md", sm: "lg" }}>
      <Outlet />
    </Box>
  );
}

function SignedInShell() {
  const { t } = useTranslation("common");
  const [opened, { toggle, close }] = useDisclosure(false);
  useFocusOnNewPage(close);
  return (
    <AppShell
      layout="alt"
      header={{ height: { base: 52, md: 0 } }}
      navbar={{ width: 232, breakpoint: "md", collapsed: { mobile: !opened } }}
      padding={{ base: "md", sm: "lg", lg: "xl" }}
    >
      <a
        className={classes.skip}
        href="#main"
        onClick={(event) => {
          event.preventDefault();
          focusMain();
        }}
      >
        {t("nav.skip")}
      </a>
      <AppShell.Header hiddenFrom="md" className={classes.header}>
        <Group h="100%" px="md" justify="space-between" wrap="nowrap">
          <Group gap="sm" wrap="nowrap">
            <Burger
              opened={opened}
              onClick={toggle}
              size="sm"
              aria-expanded={opened}
              aria-label={opened ? t("nav.close_menu") : t("nav.open_menu")}
            />
            <Link to="/" className={classes.brand}>
              <BrandMark size={24} />
              {t("app.name")}
            </Link>
          </Group>
          <Group gap={4} wrap="nowrap">
            <UploadStatus isSmall />
            <NotificationsBell />
            <ColorSchemeToggle />
          </Group>
        </Group>
      </AppShell.Header>
      <AppShell.Navbar p="sm" className={classes.navbar}>
        <Navigation onClose={close} />
      </AppShell.Navbar>
      <AppShell.Main id="main" tabIndex={-1}>
        <div style={{ maxWidth: 1280, marginInline: "auto" }}>
          <Outlet />
        </div>
      </AppShell.Main>
    </AppShell>
  );
}
