import { MantineProvider } from "@mantine/core";
import { Notifications } from "@mantine/notifications";
import { QueryClientProvider } from "@tanstack/react-query";
import { render } from "@testing-library/react";
import axe from "axe-core";
import { Suspense, type ReactNode } from "react";
import { vi } from "vitest";
import { cssVariables, theme } from "@/app/theme";
import { createQueryClient } from "@/lib/query-client";
import type { FakeServer } from "./fake-server";

export function connect(server: FakeServer): FakeServer {
  vi.stubGlobal("fetch", server.fetch);
  return server;
}

/** Renders one component with theme, queries and notifications; no router. */
export function renderWithProviders(ui: ReactNode, server?: FakeServer) {
  if (server) connect(server);
  const client = createQueryClient({ retryDelay: 1 });
  const view = render(
    <MantineProvider theme={theme} cssVariablesResolver={cssVariables} env="test">
      <QueryClientProvider client={client}>
        <Suspense fallback={null}>{ui}</Suspense>
        <Notifications />
      </QueryClientProvider>
    </MantineProvider>,
  );
  return { ...view, client };
}

/** Serious and critical findings of axe; contrast needs a real browser and is checked there. */
export async function accessibilityProblems(root: Element = document.body): Promise<string[]> {
  const result = await axe.run(root, {
    rules: { "color-contrast": { enabled: false } },
    resultTypes: ["violations"],
  });
  return result.violations
    .filter((violation) => violation.impact === "serious" || violation.impact === "critical")
    .map((violation) => `${violation.id}: ${violation.nodes.map((node) => node.html).join(" | ")}`);
}
