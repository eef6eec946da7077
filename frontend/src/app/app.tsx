import { DirectionProvider, MantineProvider } from "@mantine/core";
import { Notifications } from "@mantine/notifications";
import { QueryClientProvider } from "@tanstack/react-query";
import { RouterProvider } from "@tanstack/react-router";
import { useState } from "react";
import { createQueryClient } from "@/lib/query-client";
import { KeyKeeper } from "./key-keeper";
import { LanguageKeeper } from "./language";
import { createAppRouter } from "./router";
import { SignInAgainDialog } from "./sign-in-again";
import { cssVariables, theme } from "./theme";

export function App() {
  const [client] = useState(() => createQueryClient());
  const [router] = useState(() => createAppRouter());
  return (
    <DirectionProvider>
      <MantineProvider theme={theme} cssVariablesResolver={cssVariables} defaultColorScheme="auto">
        <QueryClientProvider client={client}>
          <LanguageKeeper />
          <KeyKeeper />
          <RouterProvider router={router} />
          <SignInAgainDialog />
          <Notifications position="bottom-right" limit={3} />
        </QueryClientProvider>
      </MantineProvider>
    </DirectionProvider>
  );
}
