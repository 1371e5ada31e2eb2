"""How long does the tutorial in a browser take to come alive, and a figure to follow a drag?

    python tests/benchmarks/page.py PYODIDE [--rounds N]

PYODIDE is the folder of the npm package pyodide. The page is compared with a bare one that only
loads Pyodide, in turns; each time with an empty cache. It needs chromium, chromedriver and the
extra test.
"""

from __future__ import annotations

import argparse
import gzip
import shutil
import sys
import threading
from contextlib import contextmanager
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory

from selenium import webdriver
from selenium.webdriver.chrome.service import Service
from selenium.webdriver.support.ui import WebDriverWait

if __name__ == "__main__":
    sys.path[:0] = [str(Path(__file__).parents[k]) for k in (2, 1)]

from game.resources import assets
from game.view.palette import role_colors
from game.web.site import PageServer, copy_files, write_site

FLAGS = "--headless --no-sandbox --disable-gpu --no-first-run --disable-background-networking"
BARE = """<!doctype html><p>text</p><script type="module" src="bare.js"></script>"""
BARE_SCRIPT = """
import { loadPyodide } from "./pyodide/pyodide.mjs";
await loadPyodide();
document.documentElement.dataset.ready = "";
"""
"""In a file of its own: the server's policy allows no script in a page."""
WATCH = """
new MutationObserver(() => {
  if (document.querySelector("figure.live")) window.firstLive ??= performance.now();
  if ("ready" in document.documentElement.dataset) window.allReady ??= performance.now();
}).observe(document, { attributes: true, subtree: true });
"""
"""Notes when the first figure is alive, and when everything is."""
TIMES = """
const paint = performance.getEntriesByName("first-contentful-paint")[0];
return [paint.startTime, window.firstLive ?? window.allReady, window.allReady];
"""
DRAG = """
const [lesson, frames, done] = arguments;
const section = document.querySelector(`figure.live[data-lesson="${lesson}"]`);
const handle = section.querySelector(".handle"), input = section.querySelector(".sliders input");
const times = [];
section.scrollIntoView();
if (handle) handle.setPointerCapture = handle.hasPointerCapture = () => true;
const box = section.querySelector(".stage").getBoundingClientRect();
function frame() {
  const part = times.length / frames, begun = performance.now();
  if (handle) {
    const clientX = box.left + box.width * (0.2 + 0.6 * part);
    const clientY = box.top + box.height * (0.3 + 0.2 * part);
    handle.dispatchEvent(new PointerEvent("pointermove", { clientX, clientY, pointerId: 1 }));
  } else {
    const slider = input ?? section.querySelector(".time input");
    slider.value = +slider.min + (slider.max - slider.min) * part;
    slider.dispatchEvent(new Event("input"));
  }
  section.getBoundingClientRect();
  times.push(performance.now() - begun);
  times.length < frames ? requestAnimationFrame(frame) : done(times);
}
requestAnimationFrame(frame);
"""
"""Drags a figure's first handle, or its first slider, once a frame: script and layout, ms."""


@contextmanager
def served(folder: Path):
    """Serve a folder; yield its address."""
    with PageServer(folder, 0) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}/index.html"
        server.shutdown()


def opened(address: str) -> webdriver.Chrome:
    """Open an address in a new browser with an empty profile, and wait until all is ready."""
    options = webdriver.ChromeOptions()
    for flag in [*FLAGS.split(), "--window-size=1280,900"]:
        options.add_argument(flag)
    driver = webdriver.Chrome(options=options, service=Service(shutil.which("chromedriver")))
    driver.set_script_timeout(120)
    driver.execute_cdp_cmd("Page.addScriptToEvaluateOnNewDocument", {"source": WATCH})
    driver.get(address)
    WebDriverWait(driver, 120, 0.1).until(
        lambda page: page.execute_script("return window.allReady")
    )
    return driver


def times_of(address: str) -> list[float]:
    """Return the ms to the text, to the first live figure, and until all is ready."""
    with opened(address) as driver:
        return driver.execute_script(TIMES)


def weight(folder: Path, *patterns: str) -> str:
    """Return the size of files as they are and as a server sends them that compresses."""
    files = [path.read_bytes() for pattern in patterns for path in folder.glob(pattern)]
    sent = sum(len(gzip.compress(content)) for content in files)
    return f"{sum(map(len, files)) / 1e6:.2f} MB, compressed {sent / 1e6:.2f} MB"


def drags(address: str) -> dict[str, list[float]]:
    """Return the ms of each frame of a drag, by the lesson of the figure."""
    with opened(address) as driver:
        names = driver.execute_script(
            "return [...document.querySelectorAll('figure.live')].map(each => each.dataset.lesson)"
        )
        return {name: driver.execute_async_script(DRAG, name, 120) for name in dict.fromkeys(names)}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("pyodide", type=Path, metavar="PYODIDE")
    parser.add_argument("--rounds", type=int, default=7)
    options = parser.parse_args()
    with TemporaryDirectory() as temporary:
        site, bare = Path(temporary) / "site", Path(temporary) / "bare"
        write_site(site, assets() / "fonts", role_colors(), options.pyodide)
        copy_files(site / "pyodide", bare / "pyodide", ["*"])
        (bare / "index.html").write_text(BARE, encoding="utf-8")
        (bare / "bare.js").write_text(BARE_SCRIPT, encoding="utf-8")
        with served(site) as page, served(bare) as empty:
            pairs = [(times_of(page), times_of(empty)) for _ in range(options.rounds)]
            print(
                "| from opening, ms | the page | a bare page | ratio |\n| --- | --- | --- | --- |"
            )
            for k, what in enumerate(("to the text", "to the first live figure", "to all")):
                ours, theirs = (median(each[side][k] for each in pairs) for side in (0, 1))
                print(f"| {what} | {ours:.0f} | {theirs:.0f} | {ours / theirs:.2f} |")
            print("\n| a drag, ms a frame | median | worst |\n| --- | --- | --- |")
            for name, frames in drags(page).items():
                print(f"| {name} | {median(frames):.1f} | {max(frames):.1f} |")
        print(f"\nthe interpreter: {weight(site, 'pyodide/*')}")
        print(f"all else that the page loads: {weight(site, '*.*', 'game/**/*.*', 'fonts/*')}")


if __name__ == "__main__":
    main()
