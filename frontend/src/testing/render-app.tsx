import { MantineProvider } from "@mantine/core";
import { Notifications, notifications } from "@mantine/notifications";
import { QueryClientProvider } from "@tanstack/react-query";
import { createMemoryHistory, RouterProvider } from "@tanstack/react-router";
import { render } from "@testing-library/react";
import { createAppRouter } from "@/app/router";
import { KeyKeeper } from "@/app/key-keeper";
import { LanguageKeeper } from "@/app/language";
import { SignInAgainDialog } from "@/app/sign-in-again";
import { UploadKeeper } from "@/app/upload-keeper";
import { cssVariables, theme } from "@/app/theme";
import { createQueryClient } from "@/lib/query-client";
import { createFakeApp, type FakeState } from "./handlers";
import { connect } from "./render";

/** The whole product at one address, with the fake server behind it. */
export function renderApp(address: string, changes: Partial<FakeState> = {}) {
  // Notices outlive the page they were said on, and have a button of their own.
  notifications.clean();
  const fake = createFakeApp(changes);
  connect(fake.server);
  const history = createMemoryHistory({ initialEntries: [address] });
  const router = createAppRouter(history);
  const client = createQueryClient({ retryDelay: 1 });
  const view = render(
    <MantineProvider theme={theme} cssVariablesResolver={cssVariables} env="test">
      <QueryClientProvider client={client}>
        <LanguageKeeper />
        <KeyKeeper />
        <UploadKeeper />
        <RouterProvider router={router} />
        <SignInAgainDialog />
        <Notifications />
      </QueryClientProvider>
    </MantineProvider>,
  );
  return { ...view, ...fake, history, router, client };
}
