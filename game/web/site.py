"""What is written into the folder of the page?

The text is game/collision/README.md; the lessons that it names follow the passage that
names them, with the texts of their own files. The figures are drawn beforehand, so that
all can be read without scripts; the package's own files are copied, so that Python can
draw them again in the browser. Any server of files can serve the folder, at any path;
nothing in it leads elsewhere, and each page holds the policy that lets no code in it
reach another server.
"""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterable, Iterator, Mapping
from functools import partial
from html import escape, unescape
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from itertools import pairwise
from pathlib import Path

from markdown_it import MarkdownIt
from markdown_it.token import Token

from ..files import write_inside
from ..smallest import COLORS, Game
from ..study.exercises.cases import BY_NAME
from ..study.lesson import Lesson
from ..study.lessons import LESSONS, NEEDS_NUMPY
from ..study.listing import file_of, split_lines
from ..study.prose import Question, term_pieces
from .canvas import svg_points
from .page import PageFigure, spans
from .play import page_shapes, recording

GAME = Path(__file__).parents[1]
COLLISION = GAME / "collision"
WEB = GAME / "web"
SCRIPTS = ("page.css", "page.js", "play.js", "python.js", "worker.js")
CHAPTERS = (
    "__init__",
    "aabb",
    "sweep",
    "pitfalls",
    "response",
    "polygon",
    "axes",
    "contact",
)
"""The modules of game.collision that work without numpy."""
GAME_SOURCES = (
    "__init__.py",
    *(f"collision/{name}.py" for name in CHAPTERS),
    "smallest.py",
    "web/__init__.py",
    "web/play.py",
)
"""What Python needs in the browser, in the folder game, to play the smallest game."""
FIGURE_SOURCES = (
    "study/**/*.py",
    "study/exercises/tasks.md",
    "web/page.py",
    "web/canvas.py",
)
"""What it needs besides, for the figures and the exercises."""
INTERPRETER = ("pyodide*.mjs", "*.wasm", "*.zip", "pyodide-lock.json", "package.json")
HEAVY = ("*.mjs", "*.wasm", "*.zip")
"""Files of the interpreter that a browser loads before the game can be played."""
POLICY = (
    "default-src 'none'; base-uri 'none'; form-action 'none'; connect-src 'self'; "
    "font-src 'self'; style-src 'self'; img-src data:; "
    "script-src 'self' 'wasm-unsafe-eval'; worker-src blob:"
)
"""What a browser lets a page do: load files from where the page is, and start workers
whose text the page made itself; these inherit the policy."""
TEMPLATE = (WEB / "page.html").read_text(encoding="utf-8")
TEMPLATE = TEMPLATE.replace("{policy}", POLICY)
"""Of every page: still without its title, its body, and the mark that says whether its
figures move."""
VIEW = "-8 12 656 376"
"""px: the part of the smallest game's picture that the page shows: left, top, width and
height. It is the room and a rim of 8 px; play.js has the same numbers."""
GAME_SECTION = (WEB / "game.html").read_text(encoding="utf-8")
"""The first screen: still without its first picture, the address of the first chapter,
and what the browser has to load."""
PORT = 8019
"""Of the page on this machine: always the same, as a browser keeps what was typed into
a page for its address only."""
ANY_FREE_PORT = 0
"""The system chooses one."""
LONGEST_SILENCE = 20.0
"""s: a connection that is silent for longer is ended."""
MEDIA_TYPES = {
    ".js": "text/javascript",
    ".mjs": "text/javascript",
    ".wasm": "application/wasm",
}
ROWS = 21
"""At how many times from u = 0 to 1 the figures of the lessons in NEEDS_NUMPY are drawn
beforehand: the browser's Python has no numpy."""
PICTURE = re.compile(
    r'<img src="[^"]*?(?P<name>\w+)\.png" data-lesson="(?P<lesson>\w+)" '
    r'data-state="(?P<state>[^"]*)"[^>]* alt="(?P<alt>[^"]*)">'
)
"""An image in game/collision/README.md that shows the figure of a lesson. Beside the
file it names the lesson and the numbers of a state, as PageFigure takes them."""
NUMBER_OF_TITLE = {lesson.prose.title: k for k, lesson in enumerate(LESSONS, 1)}
"""The numbers of the lessons by their titles, which stand in the text."""


def write_site(
    folder: Path,
    fonts: Path,
    colors: Mapping[str, tuple[int, int, int]],
    pyodide: Path | None,
) -> None:
    """Write the page and all that it needs.

    Args:
        folder: made if it is not there.
        fonts: a folder whose files are copied.
        colors: red, green and blue of each role, 0 to 255.
        pyodide: the folder of the interpreter that is copied; None: the figures do not
            move.
    Raises:
        OSError: a file cannot be written or read.
    """
    for name in SCRIPTS:
        write_inside(folder, folder / name, (WEB / name).read_bytes())
    copy_files(fonts, folder / "fonts", ["*"])
    texts = page_files(colors, pyodide)
    if pyodide:
        copy_files(pyodide, folder / "pyodide", INTERPRETER)
        groups = {"game": GAME_SOURCES, "figures": FIGURE_SOURCES}
        sources = {
            name: copy_files(GAME, folder / "game", group)
            for name, group in groups.items()
        }
        rows = {name: figure_rows(name) for name in NEEDS_NUMPY}
        texts["files.json"] = json.dumps(sources)
        texts["rows.json"] = json.dumps(rows)
    for name, text in texts.items():
        write_inside(folder, folder / name, text)


def page_files(
    colors: Mapping[str, tuple[int, int, int]], pyodide: Path | None
) -> dict[str, str]:
    """Return the texts of the files that the site has with and without Python, by the
    names of the files.

    Args:
        colors: red, green and blue of each role, 0 to 255.
        pyodide: the folder of the interpreter; None: the figures do not move.
    """
    style = ""
    for role, color in colors.items():
        style += f".{role} {{ --ink: rgb{color}; }}\n"
    for role, ink in COLORS.items():
        style += f".room .{role} {{ --ink: {ink}; }}\n"
    texts = {"index.html": page_html(pyodide), "roles.css": style}
    texts["recording.json"] = recording()
    # Without this file GitHub Pages omits files whose names begin with "_".
    texts[".nojekyll"] = ""
    for path in COLLISION.glob("*.py"):
        texts[f"{path.stem}.html"] = file_html(path)
    return texts


def copy_files(source: Path, target: Path, patterns: Iterable[str]) -> list[str]:
    """Copy the files of a source folder that match any of the patterns to a target
    folder, through no link that leads out of that one's parent; return their paths in
    it."""
    found = {file for pattern in patterns for file in source.glob(pattern)}
    files = sorted(file for file in found if file.is_file())
    names = [file.relative_to(source).as_posix() for file in files]
    for name in names:
        write_inside(target.parent, target / name, (source / name).read_bytes())
    return names


def figure_rows(name: str) -> list[dict[str, str]]:
    """Return the figure of the lesson of this name, and its words, at ROWS times from
    u = 0 to 1."""
    rows = []
    for k in range(ROWS):
        figure = PageFigure(name, f"u={k / (ROWS - 1)}")
        rows.append({"svg": figure.svg(), "words": figure.words()})
    return rows


def page_html(pyodide: Path | None) -> str:
    """Return the page of the tutorial with the smallest game and its lessons.

    Args:
        pyodide: the folder of the interpreter; None: the figures do not move.
    """
    markdown = MarkdownIt("commonmark", {"html": True}).enable("table")
    text = (COLLISION / "README.md").read_text(encoding="utf-8")
    tokens = markdown.parse(text)
    title = tokens[1].content  # Of the first heading, which the token before opens.
    first = next(
        heading_id(after.content)
        for token, after in pairwise(tokens)
        if token.type == "heading_open" and token.tag == "h2"
    )
    tokens.insert(3, html_token(game_html(first, pyodide)))
    body = markdown.renderer.render(list(adapt(tokens)), markdown.options, {})
    live = "data-live" if pyodide else ""
    return TEMPLATE.format(title=title, body=body, live=live)


def game_html(first: str, pyodide: Path | None) -> str:
    """Return the HTML of the first screen, which holds the smallest game.

    Args:
        first: the id of the first chapter's heading.
        pyodide: the folder of the interpreter, or None.
    """
    sizes: dict[str, int] = {}
    if pyodide:
        heavy = (file for pattern in HEAVY for file in pyodide.glob(pattern))
        sizes = {file.name: file.stat().st_size for file in heavy}
    return GAME_SECTION.format(
        poster=poster_svg(), first=first, loads=escape(json.dumps(sizes))
    )


def poster_svg() -> str:
    """Return the room as it is at first, as SVG: what is seen before a script runs."""
    hulls = ""
    for role, points, words in page_shapes(Game()):
        if not words:
            corners = svg_points([(x, y) for x, y in points])
            hulls += f'<polygon class="{role}" points="{corners}"/>'
    return f'<svg viewBox="{VIEW}" aria-hidden="true">{hulls}</svg>'


def file_html(path: Path) -> str:
    """Return the page that shows a file of Python."""
    code = python_html(path.read_text(encoding="utf-8"))
    body = f'<h1>{path.name}</h1><p><a href="./">To the tutorial</a></p>{code}'
    return TEMPLATE.format(title=path.name, body=body, live="")


def adapt(tokens: list[Token]) -> Iterator[Token]:
    """Yield the parts of the text as the page shows them.

    Headings get ids, Python code its colours, and images become figures. Each lesson
    is yielded after the first quotation at whose end the text has named it.
    """
    named: set[str] = set()
    """Parts of sentences so far, among them the titles of lessons."""
    written: set[int] = set()
    """Numbers of the lessons that were yielded."""
    for place, token in enumerate(tokens):
        if token.type == "heading_open":
            token.attrSet("id", heading_id(tokens[place + 1].content))
        elif token.type == "fence" and token.info == "python":
            token = html_token(python_html(token.content))
        elif token.type == "html_block":
            token.content = PICTURE.sub(picture_html, token.content)
        elif token.type == "inline":
            parts = token.children or []
            named |= {part.content for part in parts}
            token.children = [adapt_inline(part) for part in parts]
        yield token
        if token.type == "blockquote_close":
            for number, lesson in enumerate(LESSONS, 1):
                if lesson.prose.title in named and number not in written:
                    written.add(number)
                    yield html_token(lesson_html(number, lesson))


def heading_id(title: str) -> str:
    """Return the id of a heading, to which links lead, as GitHub makes it."""
    letters = re.sub(r"[^\w -]", "", title.lower())
    return letters.replace(" ", "-")


def adapt_inline(token: Token) -> Token:
    """Return a part of a sentence as the page shows it.

    The title of a lesson becomes a link to the lesson. A link to a file of
    game.collision leads to the page of that file, and any other that leaves the page
    leads nowhere.
    """
    if token.type == "text":
        text = escape(token.content, quote=False)
        number = NUMBER_OF_TITLE.get(token.content)
        if number is not None:
            text = f'<a href="#lesson-{number}">{text}</a>'
        return html_token(text)
    if token.type == "link_open":
        target = str(token.attrs["href"])
        if "/" not in target and (COLLISION / target).exists():
            token.attrSet("href", target.removesuffix(".py") + ".html")
        elif not target.startswith("#"):
            del token.attrs["href"]
    return token


def html_token(html: str) -> Token:
    """Return HTML as a part of the text."""
    return Token("html_inline", tag="", nesting=0, content=html)


def picture_html(picture: re.Match[str]) -> str:
    """Return the HTML of the figure that takes the place of an image in the text.

    Args:
        picture: what PICTURE found; the alternative text of the image becomes the label
            of the figure.
    """
    figure = PageFigure(picture["lesson"], picture["state"])
    svg = figure.svg(unescape(picture["alt"]))
    return figure_html(figure, picture["state"], svg)


def figure_html(figure: PageFigure, state: str, svg: str) -> str:
    """Return the HTML around a figure, with what the script needs to draw it again.

    Args:
        figure: with its lesson.
        state: the numbers that differ from the lesson's first state, as text.
        svg: the figure as it was drawn.
    """
    lesson = figure.lesson
    label = f'role="group" aria-label="{escape(lesson.prose.title)}"'
    data = f'data-lesson="{lesson.name}" data-state="{state}"'
    return f"<figure {label} {data}>{svg}</figure>"


def python_html(code: str) -> str:
    """Return Python code in colours as HTML."""
    lines = split_lines(file="", source=code.splitlines(keepends=True))
    html = ""
    for line in lines:
        html += f'<span class="line">{spans(line.pieces)}\n</span>'
    return code_block(html)


def code_block(inner: str) -> str:
    """Return the HTML of a block of code that keys can scroll; inner is the HTML of its
    lines."""
    return (
        f'<pre tabindex="0" role="region" aria-label="code"><code>{inner}</code></pre>'
    )


def lesson_html(number: int, lesson: Lesson) -> str:
    """Return the HTML of a lesson, which can be folded."""
    title = f"Lesson {number}: {escape(lesson.prose.title)}"
    if lesson.exercise:
        title += " (with an exercise)"
    return (
        f'<details class="lesson" id="lesson-{number}"><summary>{title}</summary>'
        f"<section>{lesson_body(lesson)}</section></details>"
    )


def lesson_body(lesson: Lesson) -> str:
    """Return the HTML of a lesson's parts: its bet, claim, goal, figure, code, check,
    exercise (if it has one) and sources."""
    prose = lesson.prose
    # A figure that was drawn beforehand has no handles to reach the goal with.
    where = "In the game" if lesson.name in NEEDS_NUMPY else "Your turn"
    figure = PageFigure(lesson.name)
    svg = figure.svg(prose.title, reveals=False)
    parts = [
        question_html("bet", prose.bet),
        f"<p><b>{colored(prose.claim)}</b></p>",
        f'<p class="goal"><b>{where}.</b> {colored(prose.goal)}</p>',
        figure_html(figure, "", svg),
        lesson_code_html(figure),
        question_html("check", prose.check),
    ]
    if lesson.exercise:
        parts.append(exercise_html(lesson.exercise))
    sources = escape("; ".join(prose.sources))
    parts.append(f'<p class="sources">Sources: {sources}</p>')
    return "".join(parts)


def lesson_code_html(figure: PageFigure) -> str:
    """Return the HTML of the code of a figure's lesson, which can be folded."""
    files = dict.fromkeys(file_of(item) for item in figure.lesson.code)
    title = f"The code, from {', '.join(files)}"
    return (
        f"<details class='code' open><summary>{title}</summary>"
        "<label><input type='checkbox'> docstrings</label>"
        f"{code_block(figure.code())}</details>"
    )


def colored(text: str) -> str:
    """Return a text as HTML, its terms in their colours."""
    return spans(term_pieces(text))


def question_html(kind: str, question: Question) -> str:
    """Return the HTML of a question with its answers; the right one and the reason are
    folded.

    Args:
        kind: "bet" or "check".
        question: of a lesson.
    """
    answers = ""
    for answer in question.answers:
        answers += f'<li><button type="button">{colored(answer)}</button></li>'
    right_answer = question.answers[question.right]
    return (
        f'<div class="question {kind}" data-right="{question.right}">'
        f"<p>{colored(question.words)}</p><ol>{answers}</ol>"
        '<p role="status"></p><details><summary>The answer</summary>'
        f"<p>{colored(right_answer)}</p><p>{colored(question.why)}</p></details></div>"
    )


def exercise_html(name: str) -> str:
    """Return the HTML of the exercise of this name: a field that holds the stub at
    first, a button that runs what is in the field, and one that begins again."""
    stub = BY_NAME[name].stub()
    return (
        f"<details><summary>Write {name} yourself</summary>"
        f'<form class="exercise" data-exercise="{name}" autocomplete="off">'
        '<textarea rows="24" spellcheck="false" autocapitalize="off" '
        f'autocorrect="off" aria-label="{name}.py">{escape(stub)}</textarea>'
        "<button disabled>run</button> "
        '<button type="button" disabled>begin again</button>'
        "<output></output></form></details>"
    )


class PageHandler(SimpleHTTPRequestHandler):
    """Serves the regular files of a folder, and nothing else; logs no request."""

    extensions_map = SimpleHTTPRequestHandler.extensions_map | MEDIA_TYPES
    timeout = LONGEST_SILENCE

    def translate_path(self, path: str) -> str:
        """Return the file that the path of a request names; a path that ends with "/"
        names the index.html of a folder.

        If that is no regular file, or if a link leads to it out of the served folder,
        return "": no file has this name, so the answer is 404.
        """
        name = super().translate_path(path)
        if name.endswith("/"):
            name += "index.html"
        if not os.path.isfile(name):
            return ""
        file = Path(name).resolve()
        folder = Path(self.directory).resolve()
        return str(file) if file.is_relative_to(folder) else ""

    def end_headers(self) -> None:
        """End the head of an answer, whatever it is, with the policy."""
        self.send_header("Content-Security-Policy", POLICY)
        super().end_headers()

    def log_message(self, format: str, *args: object) -> None:
        """Log nothing."""


class PageServer(ThreadingHTTPServer):
    """Serves a folder on this machine's own address.

    Args:
        folder: what it serves.
        port: of the address; if it is in use, any that is free.
    """

    def __init__(self, folder: Path, port: int = PORT) -> None:
        handler = partial(PageHandler, directory=str(folder))
        try:
            super().__init__(("127.0.0.1", port), handler)
        except OSError:
            super().__init__(("127.0.0.1", ANY_FREE_PORT), handler)

    def handle_error(self, request: object, client_address: object) -> None:
        """Say nothing of a browser that has left."""
