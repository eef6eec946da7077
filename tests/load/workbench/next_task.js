// Runs in the page. Resolves with the milliseconds from the press that submits to the next image on screen.
(before) =>
  new Promise((resolve) => {
    let pressed = null;
    const note = (event) => {
      if (event.type === "keydown" && !(event.key === "Enter" && event.ctrlKey)) return;
      pressed ??= event.timeStamp;
    };
    window.addEventListener("keydown", note, { capture: true });
    window.benchReady = true;
    const look = () => {
      const image = document.querySelector("[data-canvas] img[alt]:not([alt=''])");
      if (pressed === null || !image || image.src === before || !image.complete || !image.naturalWidth) {
        requestAnimationFrame(look);
        return;
      }
      void image.decode().finally(() =>
        requestAnimationFrame(() => {
          const { port1, port2 } = new MessageChannel();
          port1.onmessage = () => {
            window.removeEventListener("keydown", note, { capture: true });
            resolve(performance.now() - pressed);
          };
          port2.postMessage(null);
        }),
      );
    };
    look();
  })
