// Puts live figures in the places of the pictures, as soon as Python runs.
import { started } from "./play.js";
import { loadFigures } from "./python.js";

const PERIOD = 2500; // ms in which u runs from 0 to 1
const LIMIT = 2000; // ms for a learner's code
const CODE_DELAY = 80; // ms without a change, after which the numbers beside the code follow
const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
const SVG = "http://www.w3.org/2000/svg", IN_SVG = ["svg", "g", "circle", "title"];
const isStill = matchMedia("(prefers-reduced-motion: reduce)").matches;

function make(name, attributes = {}, ...children) {
  const element = IN_SVG.includes(name) ? document.createElementNS(SVG, name) : document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  element.append(...children);
  return element;
}

// A figure that was drawn beforehand, for times from u = 0 to 1, with the methods of PageFigure.
function rowFigure(rows, state) {
  const last = rows.length - 1, first = +(/u=(\S+)/.exec(state)?.[1] ?? 0);
  function show(u) {
    const k = Math.round(u * last);
    return JSON.stringify({ ...rows[k], u: k / last, step: 1 / last, handles: [] });
  }
  return { show, reset: () => show(first), picture: () => show(first) };
}

// Lets a figure respond; returns a function that plays it.
function enliven(figure, live) {
  let now = JSON.parse(live.picture()), playStart = null, codeTimer = 0;
  const still = figure.querySelector("svg"), viewBox = still.getAttribute("viewBox");
  const shapes = make("div", { "aria-hidden": "true" }), words = make("p", { class: "words", "aria-live": "off" });
  const knobs = make("svg", { viewBox });
  const time = make("input", { type: "range", min: 0, max: 1, step: now.step ?? 0.01, "aria-label": "u, the time in the step" });
  const play = make("button", { type: "button" }, "play"), reset = make("button", { type: "button" }, "reset");
  const at = make("span"), sliders = make("div", { class: "sliders" });
  const lesson = figure.closest(".lesson"), code = live.code && lesson?.querySelector("code");

  function draw(picture) {
    now = JSON.parse(picture);
    shapes.innerHTML = now.svg;
    if (words.innerHTML !== now.words) words.innerHTML = now.words;
    time.value = now.u;
    at.textContent = now.u.toFixed(2);
    now.handles.forEach((handle, k) => controls[k](handle));
    if (now.reached) lesson?.querySelector(".goal").classList.add("right");
    clearTimeout(codeTimer);
    if (code) codeTimer = setTimeout(() => (code.innerHTML = live.code()), CODE_DELAY);
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
    }, make("title", {}, label), make("circle", { r: 11 }), make("circle", { r: 4.5 }));
    knobs.append(circle);
    circle.addEventListener("keydown", (event) => {
      const steps = ARROWS[event.key], times = event.shiftKey ? 10 : 1;
      if (!steps || event.altKey || event.ctrlKey || event.metaKey) return;
      event.preventDefault();
      draw(live.nudge(k, times * steps[0], times * steps[1]));
    });
    circle.addEventListener("touchstart", (event) => event.preventDefault(), { passive: false }); // No scrolling.
    circle.addEventListener("pointerdown", (event) => event.button || circle.setPointerCapture(event.pointerId));
    circle.addEventListener("pointermove", (event) => {
      if (!circle.hasPointerCapture(event.pointerId)) return;
      const { x, y } = new DOMPoint(event.clientX, event.clientY).matrixTransform(knobs.getScreenCTM().inverse());
      draw(live.drag(k, x, y));
    });
    return ({ place, values }) => {
      circle.setAttribute("transform", `translate(${place})`);
      circle.ariaValueNow = values[0];
      circle.ariaValueText = values.map((value) => +value.toFixed(2)).join(", ");
    };
  }

  function run(milliseconds) {
    if (playStart === null) return;
    const u = Math.min((milliseconds - playStart) / PERIOD, 1);
    draw(live.show(Math.max(u, 0)));
    u < 1 ? requestAnimationFrame(run) : start(false);
  }
  function start(isPlaying) {
    play.textContent = isPlaying ? "pause" : "play";
    words.ariaLive = isPlaying ? "off" : "polite";
    playStart = isPlaying ? performance.now() - (now.u < 1 ? now.u : 0) * PERIOD : null;
    if (isPlaying) requestAnimationFrame(run);
  }
  play.addEventListener("click", () => start(playStart === null));
  time.addEventListener("input", () => (start(false), draw(live.show(+time.value))));
  reset.addEventListener("click", () => (start(false), draw(live.reset())));
  still.replaceWith(make("div", { class: "stage" }, shapes, knobs));
  figure.append(words, make("div", { class: "time" }, play, make("label", {}, "u", time, at), reset), sliders);
  figure.addEventListener("focusin", () => (words.ariaLive = "polite"));
  figure.classList.add("live");
  draw(live.picture());
  return () => start(!isStill);
}

// Lets a question respond; what follows a bet is hidden until it is answered, or the answer opened.
function ask(question) {
  const buttons = [...question.querySelectorAll("button")], reason = question.querySelector("details");
  if (question.matches(".bet")) question.parentElement.classList.add("waiting");
  buttons.forEach((button, k) =>
    button.addEventListener("click", () => {
      const kind = k === +question.dataset.right ? "right" : "fault";
      button.classList.add(kind);
      buttons[question.dataset.right].classList.add("right");
      question.querySelector("[role=status]").textContent = kind === "right" ? "\u2713 Right." : "\u2717 Wrong.";
      reason.open = true;
    }),
  );
  const opening = new Promise((resolve) => reason.addEventListener("toggle", resolve, { once: true }));
  return opening.then(() => question.parentElement.classList.remove("waiting"));
}

// Where what was typed is kept; a reader may have forbidden it.
const store = (() => { try { return localStorage; } catch { return null; } })();

// A worker that is made from a blob inherits the page's policy; one that is loaded from a file has only
// what its server sends with it.
const WORKER = `
  const loaded = import(${JSON.stringify(new URL("worker.js", import.meta.url))});
  onmessage = ({ data }) => loaded.then(({ run }) => run(...data), () => postMessage("failed"));`;
const workerLink = URL.createObjectURL(new Blob([WORKER], { type: "text/javascript" }));

// A worker whose Python starts at once, so that a learner does not wait for it.
let warm = null;
const warmWorker = () => new Worker(workerLink, { type: "module" });

async function runCode(worker, name, source) {
  const lines = [];
  const end = await new Promise((resolve) => {
    worker.addEventListener("error", () => resolve("its process ended"));
    worker.addEventListener("message", ({ data }) => {
      if (data === "began") setTimeout(resolve, LIMIT, `no answer within ${LIMIT / 1000} seconds`);
      else if (data === "ended") resolve("its process ended");
      else if (data === "failed") resolve("Python did not start");
      else lines.push(data);
    });
    worker.postMessage([name, source]);
  });
  worker.terminate();
  return [`[${lines}]`, end];
}

function remember(form) {
  const source = form.querySelector("textarea"), key = `thin-walls/${form.dataset.exercise}`;
  source.value = store?.getItem(key) || source.value;
  source.addEventListener("input", () => store?.setItem(key, source.value));
}

function attend(form, verdict) {
  const source = form.querySelector("textarea"), report = form.querySelector("output");
  const [run, again] = form.querySelectorAll("button"), name = form.dataset.exercise;
  let isRunning = false;
  source.addEventListener("focus", () => (warm ??= warmWorker()));
  source.addEventListener("input", () => report.classList.add("old"));
  source.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" || event.isComposing) return;
    event.preventDefault();
    const line = source.value.slice(0, source.selectionStart).split("\n").at(-1);
    if (event.ctrlKey || event.metaKey) form.requestSubmit();
    else document.execCommand("insertText", false, `\n${/^ */.exec(line)}${line.endsWith(":") ? "    " : ""}`);
  });
  const details = form.parentElement, code = form.closest("section").querySelector(".code");
  details.addEventListener("toggle", () => (code.open = !details.open)); // The code is the solution.
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    if (isRunning) return;
    isRunning = true;
    run.textContent = "running";
    report.classList.add("old");
    const worker = warm ?? warmWorker();
    warm = null;
    const found = await runCode(worker, name, source.value);
    isRunning = false;
    warm ??= warmWorker();
    run.textContent = "run";
    report.classList.remove("old");
    report.textContent = "its answers cannot be read";
    report.innerHTML = verdict(name, ...found);
  });
  again.addEventListener("click", () => {
    source.select();
    document.execCommand("insertText", false, source.defaultValue); // Ctrl+Z takes it back.
  });
  run.disabled = again.disabled = false;
}

// Opens the lesson that a link leads to.
function follow() {
  const target = document.getElementById(location.hash.slice(1));
  target?.closest(".lesson")?.setAttribute("open", "");
  target?.scrollIntoView();
}

async function enlivenAll() {
  const readRows = async () => (await fetch("rows.json")).json();
  const python = await started;
  if (!python) return;
  const [{ PageFigure, verdict }, rows] = await Promise.all([loadFigures(python), readRows()]);
  forms.forEach((form) => attend(form, verdict));
  for (const figure of document.querySelectorAll("figure")) {
    const { lesson, state } = figure.dataset, bet = figure.closest("section")?.querySelector(".bet");
    const live = () => (rows[lesson] ? rowFigure(rows[lesson], state) : PageFigure(lesson, state));
    if (bet) answers.get(bet).then(() => enliven(figure, live())());
    else enliven(figure, live());
    await new Promise((resolve) => setTimeout(resolve));
  }
  document.documentElement.dataset.ready = "";
}

const forms = document.querySelectorAll("form");
forms.forEach(remember);
const answers = new Map([...document.querySelectorAll(".question")].map((each) => [each, ask(each)]));
addEventListener("hashchange", follow);
follow();
if ("live" in document.documentElement.dataset) await enlivenAll();
