import { busyWork } from "./handlers-annotator";
import { createFakeApp } from "./handlers";

/** Answers the page's requests from memory: "npx vite --mode demo". */
export function installDemoServer(): void {
  const { server, state } = createFakeApp();
  const wanted = new URLSearchParams(window.location.search);
  if (wanted.has("signed-out")) state.user = null;
  busyWork(server);
  server.delay = 150;
  const real = window.fetch.bind(window);
  window.fetch = (input, init) => {
    const address = new URL(input instanceof Request ? input.url : String(input), window.location.origin);
    return address.pathname.startsWith("/api/") ? server.fetch(input, init) : real(input, init);
  };
}
