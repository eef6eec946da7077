import { DirectionProvider, MantineProvider } from "@mantine/core";
import { QueryClientProvider } from "@tanstack/react-query";
import { RouterProvider } from "@tanstack/react-router";
import { useState } from "react";
import { deferredRest } from "@/lib/deferred";
import { createQueryClient } from "@/lib/query-client";
import { KeyKeeper } from "./key-keeper";
import { LanguageKeeper } from "./language";
import { createAppRouter } from "./router";
import { SignInAgainDialog } from "./sign-in-again";
import { cssVariables, theme } from "./theme";
import { UndoInFields } from "./undo-in-fields";
import { UploadKeeper } from "./upload-keeper";

const Notices = deferredRest(async () => (await import("./notices")).Notices);

export function App() {
  const [client] = useState(() => createQueryClient());
  const [router] = useState(() => createAppRouter());
  return (
    <DirectionProvider>
      <MantineProvider theme={theme} cssVariablesResolver={cssVariables} defaultColorScheme="auto">
        <QueryClientProvider client={client}>
          <LanguageKeeper />
          <KeyKeeper />
          <UndoInFields />
          <UploadKeeper />
          <RouterProvider router={router} />
          <SignInAgainDialog />
          <Notices />
        </QueryClientProvider>
      </MantineProvider>
    </DirectionProvider>
  );
}
