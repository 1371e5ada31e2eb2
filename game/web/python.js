// Starts Python with the package's files; for the page and for its workers.
import { loadPyodide } from "./pyodide/pyodide.mjs";

export async function startPython() {
  const here = new URL("./", import.meta.url);
  const read = async (name) => (await fetch(new URL(name, here))).text();
  const readAll = async (names) => Promise.all(names.map(async (name) => [name, await read(`game/${name}`)]));
  const [python, files] = await Promise.all([
    loadPyodide({ indexURL: new URL("pyodide/", here).href }),
    read("files.json").then((list) => readAll(JSON.parse(list))),
  ]);
  for (const [name, text] of files) {
    const path = `/home/pyodide/game/${name}`;
    python.FS.mkdirTree(path.slice(0, path.lastIndexOf("/")));
    python.FS.writeFile(path, text);
  }
  return python.pyimport("game.web.page");
}
