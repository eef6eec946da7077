import "@mantine/core/styles.css";
import "@mantine/notifications/styles.css";
import "./global.css";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { i18nReady } from "@/lib/i18n";
import { translateErrors } from "@/lib/server-messages";
import { App } from "./app";

async function start(): Promise<void> {
  // "vite --mode demo" runs the pages on an invented project, without a server.
  if (import.meta.env.MODE === "demo") {
    const { installDemoServer } = await import("@/testing/demo-server");
    installDemoServer();
  }
  await i18nReady;
  translateErrors();
  const root = document.getElementById("root");
  if (!root) throw new Error("The page has no element with id root.");
  createRoot(root).render(
    <StrictMode>
      <App />
    </StrictMode>,
  );
}

void start();
