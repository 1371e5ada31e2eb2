// Runs a learner's function in each case; the page ends this worker if that takes too long.
import { startPython } from "./python.js";

const started = startPython().catch(() => null);
self.onmessage = async ({ data: [name, source] }) => {
  const python = await started;
  if (!python) return self.postMessage("failed");
  [...python.answer_lines(name, "")]; // What it imports is not the learner's time.
  self.postMessage("began");
  for (const line of python.answer_lines(name, source)) self.postMessage(line);
  self.postMessage("ended");
};
