// Runs a learner's function in each case; the page ends this worker if that takes too long.
import { startPython } from "./python.js";

const { answer_lines } = await startPython();
self.onmessage = ({ data: [name, source] }) => {
  self.postMessage("began");
  for (const line of answer_lines(name, source)) self.postMessage(line);
  self.postMessage("ended");
};
self.postMessage("ready");
