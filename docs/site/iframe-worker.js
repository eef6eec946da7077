// Browsers start no worker from file://, and the search of the site runs in one. Opened from a
// folder, the script of the search runs in a hidden frame instead and is spoken to like a worker.
// The name of this file keeps the offline plugin from loading such a script from elsewhere.
if (location.protocol === "file:") {
  window.Worker = class extends EventTarget {
    constructor(address) {
      super();
      this.frame = document.createElement("iframe");
      this.frame.hidden = true;
      this.frame.title = "Search";
      this.ready = new Promise((resolve) => {
        // Only now is the document of the frame the one that stays.
        this.frame.addEventListener("load", () => this.start(address, resolve), { once: true });
      });
      document.body.append(this.frame);
    }

    start(address, resolve) {
      const inside = this.frame.contentWindow;
      inside.postMessage = (data) => this.dispatchEvent(new MessageEvent("message", { data }));
      const script = inside.document.createElement("script");
      script.src = address;
      script.addEventListener("load", () => resolve(inside));
      inside.document.body.append(script);
    }

    postMessage(data) {
      this.ready.then((inside) => inside.dispatchEvent(new MessageEvent("message", { data })));
    }
  };
}
