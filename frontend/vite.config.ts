import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { brotliCompressSync, gzipSync } from "node:zlib";
import react from "@vitejs/plugin-react";
import type { Plugin } from "vite";
import { defineConfig } from "vitest/config";
import { chunkNames } from "./chunks.ts";
import { preloads } from "./preloads.ts";

const backend = process.env.ANNOTATE_BACKEND ?? "http://127.0.0.1:8000";

/** Compressed copies beside each file: the web server sends them without compressing anything itself. */
function compressedCopies(): Plugin {
  return {
    name: "compressed-copies",
    apply: "build",
    writeBundle({ dir }) {
      if (!dir) return;
      for (const name of readdirSync(dir, { recursive: true, encoding: "utf8" })) {
        if (!/\.(js|css|svg)$/.test(name)) continue;
        const content = readFileSync(join(dir, name));
        writeFileSync(join(dir, `${name}.gz`), gzipSync(content, { level: 9 }));
        writeFileSync(join(dir, `${name}.br`), brotliCompressSync(content));
      }
    },
  };
}

export default defineConfig(({ command }) => ({
  plugins: [react(), preloads(), compressedCopies()],
  // Django serves the built files under /static/app/ and index.html for every page address.
  base: command === "build" ? "/static/app/" : "/",
  resolve: { alias: { "@": fileURLToPath(new URL("./src", import.meta.url)) } },
  build: {
    outDir: "dist",
    sourcemap: false,
    // The served policy allows no data: scripts or fonts, so nothing but tiny images may be inlined.
    assetsInlineLimit: 0,
    // Few large files on purpose; the browser tests hold how much a workbench may load.
    chunkSizeWarningLimit: 1000,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        codeSplitting: {
          includeDependenciesRecursively: false,
          groups: [
            { name: "start", tags: ["$initial"], priority: 2 },
            { name: chunkNames(), debugName: "by use", priority: 1 },
          ],
        },
      },
    },
  },
  server: {
    host: "127.0.0.1",
    // The catalogues of what the server says stand with the server.
    fs: { allow: [".", "../annotate/messages"] },
    proxy: { "/api": backend, "/healthz": backend },
  },
  test: {
    environment: "jsdom",
    globals: true,
    setupFiles: ["src/testing/setup.ts"],
    include: ["src/**/*.test.{ts,tsx}"],
    css: false,
    restoreMocks: true,
    // Each file has a world of its own, but no process of its own: starting those took longer than the tests.
    // With one world for several files (`isolate: false`) what a module keeps - keys that somebody chose, a
    // notice, a clock that was stopped - reached other files, and which ones hung on the machine's pace.
    pool: "vmThreads",
    maxWorkers: "100%",
    vmMemoryLimit: "1GB",
    testTimeout: 60_000,
    // Two at a time on two cores, a page may take longer to come than anybody would wait for it.
    retry: process.env.CI ? 1 : 0,
    // The router finishes its transitions outside of act(); the tests wait for what people see.
    onConsoleLog: (log) => !log.includes("not wrapped in act("),
  },
}));
