// Runs in the page. Notes when frames begin, and for each input how long until it is on screen: from
// the time the browser gave the event to the end of the frame in which it was drawn.
(() => {
  const KINDS = ["pointermove", "wheel", "keydown"];
  let frames = [];
  let inputs = [];
  let isOn = false;
  const channel = new MessageChannel();
  let waiting = [];
  // A message posted in a frame is handled after the frame was laid out and painted.
  channel.port1.onmessage = () => {
    const now = performance.now();
    for (const at of waiting) inputs.push(now - at);
    waiting = [];
  };
  let pending = [];
  const frame = (at) => {
    if (!isOn) return;
    frames.push(at);
    if (pending.length > 0) {
      waiting.push(...pending);
      pending = [];
      channel.port2.postMessage(null);
    }
    requestAnimationFrame(frame);
  };
  const note = (event) => {
    if (isOn && event.isTrusted) pending.push(event.timeStamp);
  };
  for (const kind of KINDS) window.addEventListener(kind, note, { capture: true, passive: true });
  window.benchRecorder = {
    start() {
      frames = [];
      inputs = [];
      pending = [];
      waiting = [];
      isOn = true;
      requestAnimationFrame(frame);
    },
    stop() {
      isOn = false;
      return { frames: frames.slice(1).map((at, index) => at - frames[index]), inputs };
    },
  };
})();
