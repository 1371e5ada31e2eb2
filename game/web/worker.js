// Runs a learner's function in each case; the page ends this worker if that takes too long.
import { loadFigures, startPython } from "./python.js";

// What Python still needs of the browser, when it runs a learner's function.
const NEEDED = [
  "self", "postMessage", "setTimeout", "clearTimeout", "performance", "crypto",
  "addEventListener", "removeEventListener", "dispatchEvent",
];
// Classes by which code reaches servers, other workers and pages, or the reader.
const REACHING = [
  "XMLHttpRequest", "WebSocket", "WebSocketStream", "WebTransport", "EventSource", "FontFace",
  "Worker", "SharedWorker", "BroadcastChannel", "Notification",
];

// Takes from this worker what the page's policy leaves open: this server, and what the browser stores.
function enclose() {
  const names = [...REACHING];
  for (const name in self) if (!NEEDED.includes(name)) names.push(name);
  for (let scope = self; scope; scope = Object.getPrototypeOf(scope))
    for (const name of names) Reflect.deleteProperty(scope, name);
}

const started = startPython().then(loadFigures).catch(() => null);

export async function run(name, source) {
  const python = await started;
  if (!python) return self.postMessage("failed");
  [...python.answer_lines(name, "")]; // What it imports is not the learner's time.
  enclose();
  self.postMessage("began");
  for (const line of python.answer_lines(name, source)) self.postMessage(line);
  self.postMessage("ended");
}
