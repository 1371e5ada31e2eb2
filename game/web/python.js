// Starts Python with the package's files; for the page and for its workers.
const here = new URL("./", import.meta.url);

async function read(name) {
  const response = await fetch(new URL(name, here));
  if (!response.ok) throw new Error(`${name}: ${response.status}`);
  return response.text();
}

// Reads a group of files, by the name that it has in files.json.
async function readGroup(name) {
  const names = JSON.parse(await read("files.json"))[name];
  return Promise.all(names.map(async (each) => [each, await read(`game/${each}`)]));
}

function store(python, files) {
  for (const [name, text] of files) {
    const path = `/home/pyodide/game/${name}`;
    python.FS.mkdirTree(path.slice(0, path.lastIndexOf("/")));
    python.FS.writeFile(path, text);
  }
}

// Returns the interpreter, with what the smallest game needs.
export async function startPython() {
  const { loadPyodide } = await import("./pyodide/pyodide.mjs");
  const [python, files] = await Promise.all([
    loadPyodide({ indexURL: new URL("pyodide/", here).href }),
    readGroup("game"),
  ]);
  store(python, files);
  return python;
}

// Returns the module of the figures and the exercises.
export async function loadFigures(python) {
  store(python, await readGroup("figures"));
  python.runPython("from importlib import invalidate_caches; invalidate_caches()");
  return python.pyimport("game.web.page");
}
