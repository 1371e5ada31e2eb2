// Puts live figures in the places of the pictures, as soon as Python runs.
import { startPython } from "./python.js";

const PERIOD = 2500; // ms in which u runs from 0 to 1
const LIMIT = 2000; // ms for a learner's code
const CODE_DELAY = 80; // ms without a change, after which the numbers beside the code follow
const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
const SVG = "http://www.w3.org/2000/svg";
const isStill = matchMedia("(prefers-reduced-motion: reduce)").matches;

function make(name, attributes = {}, ...children) {
  const inSvg = ["svg", "g", "circle"].includes(name);
  const element = inSvg ? document.createElementNS(SVG, name) : document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  element.append(...children);
  return element;
}

// A figure that was drawn beforehand, for times from u = 0 to 1, with the methods of PageFigure.
class DrawnFigure {
  constructor(rows, state) {
    this.rows = rows;
    this.u = this.first = +(/u=(\S+)/.exec(state)?.[1] ?? 0);
  }
  picture() {
    const row = this.rows[Math.round(this.u * (this.rows.length - 1))];
    return JSON.stringify({ ...row, u: this.u, handles: [] });
  }
  show(u) {
    this.u = u;
    return this.picture();
  }
  reset() {
    return this.show(this.first);
  }
}

// Lets a figure respond; returns a function that plays it.
function enliven(figure, live) {
  const still = figure.querySelector("svg"), label = still.getAttribute("aria-label");
  const shapes = make("div"), words = make("p", { class: "words", "aria-live": "polite" });
  const knobs = make("svg", { viewBox: still.getAttribute("viewBox"), role: "group", "aria-label": label });
  const time = make("input", { type: "range", min: 0, max: 1, step: 0.01, "aria-label": "u, the time in the step" });
  const play = make("button", { type: "button" }, "play"), reset = make("button", { type: "button" }, "reset");
  const at = make("span"), sliders = make("div", { class: "sliders" });
  const lesson = figure.closest(".lesson"), code = live.code && lesson?.querySelector("code");
  let now = JSON.parse(live.picture()), begun = null, waiting = 0;

  function draw(picture) {
    now = JSON.parse(picture);
    shapes.innerHTML = now.svg;
    if (words.innerHTML !== now.words) words.innerHTML = now.words;
    time.value = now.u;
    at.textContent = now.u.toFixed(2);
    now.handles.forEach((handle, k) => controls[k](handle));
    if (now.reached) lesson?.querySelector(".goal").classList.add("right");
    clearTimeout(waiting);
    if (code) waiting = setTimeout(() => (code.innerHTML = live.code()), CODE_DELAY);
  }

  const controls = now.handles.map((handle, k) => (handle.place ? knob(handle, k) : slider(handle, k)));

  function slider({ label, low, high, step }, k) {
    const input = make("input", { type: "range", min: low[0], max: high[0], step });
    const number = make("span");
    sliders.append(make("label", {}, label, input, number));
    input.addEventListener("input", () => draw(live.slide(k, +input.value)));
    return ({ values }) => {
      input.value = values[0];
      number.textContent = +values[0].toFixed(2);
    };
  }

  function knob({ label, low, high }, k) {
    const circle = make("g", {
      class: "handle", tabindex: 0, role: "slider", "aria-label": label, "aria-roledescription": "handle",
      "aria-valuemin": low[0], "aria-valuemax": high[0],
    }, make("circle", { r: 11 }), make("circle", { r: 4.5 }));
    knobs.append(circle);
    circle.addEventListener("keydown", (event) => {
      const steps = ARROWS[event.key], times = event.shiftKey ? 10 : 1;
      if (!steps) return;
      event.preventDefault();
      draw(live.nudge(k, times * steps[0], times * steps[1]));
    });
    circle.addEventListener("pointerdown", (event) => circle.setPointerCapture(event.pointerId));
    circle.addEventListener("pointermove", (event) => {
      if (!circle.hasPointerCapture(event.pointerId)) return;
      const { x, y } = new DOMPoint(event.clientX, event.clientY).matrixTransform(knobs.getScreenCTM().inverse());
      draw(live.drag(k, x, y));
    });
    return ({ place, values }) => {
      circle.setAttribute("transform", `translate(${place})`);
      circle.setAttribute("aria-valuenow", values[0]);
      circle.setAttribute("aria-valuetext", values.map((value) => +value.toFixed(2)).join(", "));
    };
  }

  function run(milliseconds) {
    if (begun === null) return;
    const u = Math.min((milliseconds - begun) / PERIOD, 1);
    draw(live.show(Math.max(u, 0)));
    u < 1 ? requestAnimationFrame(run) : start(false);
  }
  function start(isPlaying) {
    play.textContent = isPlaying ? "pause" : "play";
    words.setAttribute("aria-live", isPlaying ? "off" : "polite");
    begun = isPlaying ? performance.now() - (now.u < 1 ? now.u : 0) * PERIOD : null;
    if (isPlaying) requestAnimationFrame(run);
  }
  play.addEventListener("click", () => start(begun === null));
  time.addEventListener("input", () => (start(false), draw(live.show(+time.value))));
  reset.addEventListener("click", () => (start(false), draw(live.reset())));
  still.replaceWith(make("div", { class: "stage" }, shapes, knobs));
  figure.append(words, make("div", { class: "time" }, play, make("label", {}, "u", time, at), reset), sliders);
  figure.classList.add("live");
  draw(live.picture());
  return () => start(!isStill);
}

function ask(question) {
  const buttons = [...question.querySelectorAll("button")];
  buttons.forEach((button, k) =>
    button.addEventListener("click", () => {
      button.classList.add(k === +question.dataset.right ? "right" : "fault");
      question.querySelector("details").open = true;
      question.dispatchEvent(new Event("answer"));
    }),
  );
  return new Promise((resolve) => question.addEventListener("answer", resolve, { once: true }));
}

// A worker whose Python has started, so that a learner does not wait for it.
let warm = null;
function warmWorker() {
  const worker = new Worker("worker.js", { type: "module" });
  worker.ready = new Promise((resolve) => worker.addEventListener("message", resolve, { once: true }));
  return worker;
}

async function runCode(worker, name, source) {
  const lines = [];
  await worker.ready;
  const end = await new Promise((resolve) => {
    worker.addEventListener("error", () => resolve("its process ended"));
    worker.addEventListener("message", ({ data }) => {
      if (data === "began") setTimeout(resolve, LIMIT, `no answer within ${LIMIT / 1000} seconds`);
      else if (data === "ended") resolve("its process ended");
      else lines.push(data);
    });
    worker.postMessage([name, source]);
  });
  worker.terminate();
  return [`[${lines}]`, end];
}

function remember(form) {
  const source = form.querySelector("textarea"), name = form.dataset.exercise;
  source.value = localStorage.getItem(name) || source.value;
  source.addEventListener("input", () => localStorage.setItem(name, source.value));
}

function attend(form, verdict) {
  const [source, button, report] = ["textarea", "button", "output"].map((name) => form.querySelector(name));
  const name = form.dataset.exercise;
  source.addEventListener("focus", () => (warm ??= warmWorker()));
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    button.disabled = true;
    report.textContent = "running";
    const worker = warm ?? warmWorker();
    warm = null;
    report.innerHTML = verdict(name, ...(await runCode(worker, name, source.value)));
    warm ??= warmWorker();
    button.disabled = false;
  });
  button.disabled = false;
}

const answered = new Map([...document.querySelectorAll(".question")].map((each) => [each, ask(each)]));
const forms = document.querySelectorAll("form");
forms.forEach(remember);
const { PageFigure, verdict } = await startPython();
const drawn = await (await fetch("drawn.json")).json();
for (const figure of document.querySelectorAll("figure")) {
  const { lesson, state } = figure.dataset, bet = figure.closest("section")?.querySelector(".bet");
  const begin = () => enliven(figure, drawn[lesson] ? new DrawnFigure(drawn[lesson], state) : PageFigure(lesson, state));
  if (bet) answered.get(bet).then(() => begin()());
  else begin();
  await new Promise(requestAnimationFrame);
}
forms.forEach((form) => attend(form, verdict));
document.documentElement.dataset.ready = "";
