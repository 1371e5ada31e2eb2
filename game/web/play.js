// Shows the smallest game: at first as it was recorded, then as Python plays it. Python says what is
// drawn and what is hit in both cases; here are only the clock, the keys, the finger and the colours.
const TICK = 1000 / 60; // ms
const LONGEST = 4; // ticks that one frame of the screen makes up for
const SWIPE = 20; // px of the screen; a finger that moves less far taps
const VIEW = { left: -8, top: 12, width: 656, height: 376 }; // px: the room and what is around it
// By what the browser calls a key: its name in pygame.
const KEYS = {
  arrowleft: "left", arrowright: "right", arrowup: "up", arrowdown: "down",
  a: "a", d: "d", w: "w", s: "s", b: "tab", v: "v", r: "r",
};
const isLive = "live" in document.documentElement.dataset;
const isStill = matchMedia("(prefers-reduced-motion: reduce)").matches;
const BY_FINGER = "Your turn: swipe in the room to dash, or tap the place to dash to.";
const BY_KEYS = "Your turn: click in the room, then dash with the arrow keys or WASD, two at once for a diagonal.";
const TURN = `${matchMedia("(pointer: coarse)").matches ? BY_FINGER : BY_KEYS} Take the ten green things with the yellow box.`;
const TAKEN = "You took all ten. Can you do it faster?";
const NO_PYTHON = "This copy of the page comes without Python, so the game only plays itself.";

// Starts the recorded game; returns how to go on when Python is there, and when it does not come.
function showGame(section) {
  const canvas = section.querySelector("canvas"), pen = canvas.getContext("2d");
  const counts = section.querySelector(".counts"), notice = section.querySelector("[role=status]");
  const [playButton, methodButton, boxesButton, againButton] = section.querySelectorAll("button");
  const loads = JSON.parse(section.dataset.loads), all = sum(loads); // Bytes by the files' names.
  let recording = null, tick = 0, PageGame = null, live = null;
  let isPlaying = false, isSeen = false, wasEarly = false, state = "loading";
  let request = 0, last = 0, due = 0, shown = [];

  function sum(sizes) {
    return Object.values(sizes).reduce((total, size) => total + size, 0);
  }

  function tellProgress() {
    if (state !== "loading") return;
    const come = (all - sum(loads)) / 1e6, early = wasEarly ? "You can play in a moment. " : "";
    const part = `Loading Python, with which you play: ${come.toFixed(1)} of ${(all / 1e6).toFixed(1)} MB.`;
    write(notice, early + (sum(loads) ? part : "Starting Python, with which you play."));
  }

  function write(element, text) {
    if (element.textContent !== text) element.textContent = text;
  }
  function count(method, counted) {
    write(counts.firstChild, method);
    write(counts.lastChild, counted);
    write(methodButton.firstChild, `method: ${method}`);
  }

  // Draws shapes of a frame, the rearmost first; they come from the recording and from Python alike.
  function draw(shapes) {
    const scale = canvas.width / VIEW.width;
    const more = Math.max(0, devicePixelRatio / scale - 1); // So that 1 px stays visible when small.
    shown = shapes;
    pen.setTransform(1, 0, 0, 1, 0, 0);
    pen.clearRect(0, 0, canvas.width, canvas.height);
    pen.setTransform(scale, 0, 0, scale, -VIEW.left * scale, -VIEW.top * scale);
    for (const [role, points, words] of shapes) {
      const isOutline = role === "swept";
      if (words) count(...words.split(": "));
      pen.fillStyle = pen.strokeStyle = recording.colors[role];
      pen.lineWidth = isOutline ? 1 : more;
      pen.beginPath();
      for (const [x, y] of points) pen.lineTo(x, y);
      pen.closePath();
      if (!isOutline) pen.fill();
      if (isOutline || (more && role === "solid")) pen.stroke();
    }
    boxesButton.ariaPressed = shapes.some(([role]) => role === "swept");
    if (live) write(notice, shapes.some(([role]) => role === "thing") ? TURN : TAKEN);
  }

  function advance(ticks) {
    if (live) return draw(JSON.parse(live.frame(ticks)));
    tick = (tick + ticks) % recording.frames;
    // A shape appears and disappears in turns, at the numbers that follow it.
    draw(recording.shapes.filter(([, , , ...turns]) => turns.findIndex((turn) => tick < turn) % 2 === 1));
  }

  function frame(now) {
    due += Math.min((now - last) / TICK, LONGEST);
    last = now;
    const ticks = Math.round(due);
    due -= ticks;
    if (ticks > 0) advance(ticks);
    request = requestAnimationFrame(frame);
  }
  // Lets time pass, or rest, as it is asked for, while the game is in sight.
  function flow(plays) {
    isPlaying = plays;
    playButton.textContent = plays ? "pause" : "play";
    cancelAnimationFrame(request);
    if (!plays || !isSeen || !recording) return;
    last = performance.now();
    request = requestAnimationFrame(frame);
  }

  // Lets the reader do something; before Python is there, says so.
  function act(something) {
    if (!PageGame) return (wasEarly = true), tellProgress();
    live ??= PageGame();
    something(live);
    flow(true);
  }
  function press(key) {
    const changes = key !== "v" || live || methodButton.textContent.includes("swept"); // Of what is seen.
    act((game) => changes && game.press(key));
  }

  canvas.addEventListener("keydown", (event) => {
    const key = KEYS[event.key.toLowerCase()];
    if (event.key === "Escape") canvas.blur();
    if (!key || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault(); // The page does not scroll.
    if (!event.repeat) press(key);
  });
  let finger = null; // Where it touched the window.
  canvas.addEventListener("pointerdown", (event) => {
    if (event.button || !event.isPrimary) return;
    finger = [event.clientX, event.clientY];
    canvas.setPointerCapture(event.pointerId);
    canvas.focus({ preventScroll: true });
  });
  canvas.addEventListener("pointermove", (event) => {
    if (!finger) return;
    const x = event.clientX - finger[0], y = event.clientY - finger[1];
    if (Math.hypot(x, y) < SWIPE) return;
    finger = null;
    act((game) => game.swipe(x, y));
  });
  canvas.addEventListener("pointerup", (event) => {
    if (!finger) return;
    finger = null;
    const scale = VIEW.width / canvas.clientWidth;
    act((game) => game.aim(VIEW.left + event.offsetX * scale, VIEW.top + event.offsetY * scale));
  });
  canvas.addEventListener("pointercancel", () => (finger = null));

  playButton.addEventListener("click", () => flow(!isPlaying));
  methodButton.addEventListener("click", () => press("v"));
  boxesButton.addEventListener("click", () => press("tab"));
  againButton.addEventListener("click", () => press("r"));
  new IntersectionObserver((entries) => {
    isSeen = entries.at(-1).isIntersecting;
    flow(isPlaying);
  }).observe(canvas);
  new ResizeObserver(() => {
    canvas.width = canvas.clientWidth * devicePixelRatio;
    canvas.height = (canvas.width * VIEW.height) / VIEW.width;
    if (recording) draw(shown);
  }).observe(canvas);
  new PerformanceObserver((list) => {
    for (const { name } of list.getEntries()) delete loads[name.split("/").at(-1)];
    tellProgress();
  }).observe({ type: "resource", buffered: true });

  async function replay() {
    recording = await (await fetch(new URL("recording.json", import.meta.url))).json();
    advance(0);
    flow(!isStill);
  }
  tellProgress();
  return {
    moves: replay(),
    begin(Game) {
      PageGame = Game;
      state = "ready";
      write(notice, TURN);
    },
    fail(reason) {
      state = "failed";
      write(notice, reason);
    },
  };
}

// Loads Python as soon as the recorded game moves.
async function start() {
  await shownGame?.moves;
  const { startPython } = await import("./python.js");
  const python = await startPython();
  shownGame?.begin(python.pyimport("game.web.play").PageGame);
  return python;
}

const section = document.querySelector(".game");
const shownGame = section && showGame(section);
if (!isLive) shownGame?.fail(NO_PYTHON);
// The interpreter, when the game can be played; null if it does not come.
export const started = !isLive ? null : start().catch(({ message }) => {
  shownGame?.fail(`Python did not start, so the game only plays itself. The reason: ${message}`);
  return null;
});
