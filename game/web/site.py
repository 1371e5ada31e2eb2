"""What is written into the folder of the page?

The text is game/collision/README.md; the lessons that it names follow the passage that
names them, with the texts of their own files. The figures are drawn beforehand, so that
all can be read without scripts; the package's own files are copied, so that Python can
draw them again in the browser. Any server of files can serve the folder, at any path;
nothing in it leads elsewhere.
"""

from __future__ import annotations

import json
import re
import shutil
from collections.abc import Iterable, Iterator, Mapping
from functools import partial
from html import escape, unescape
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

from markdown_it import MarkdownIt
from markdown_it.token import Token

from ..study.exercises.cases import BY_NAME
from ..study.lesson import Lesson
from ..study.lessons import LESSONS
from ..study.listing import file_of, split_lines
from ..study.prose import Question, term_pieces
from .page import PageFigure, spans

GAME = Path(__file__).parents[1]
COLLISION, WEB = GAME / "collision", Path(__file__).parent
SCRIPTS = ("page.css", "page.js", "python.js", "worker.js")
CHAPTERS = ("__init__", "aabb", "sweep", "pitfalls", "response", "polygon", "contact")
"""The modules of game.collision that work without numpy."""
SOURCES = (
    *("__init__.py", *(f"collision/{name}.py" for name in CHAPTERS)),
    *("study/**/*.py", "study/exercises/tasks.md"),
    *(f"web/{name}.py" for name in ("__init__", "page", "canvas")),
)
"""What Python runs in the browser, in the folder game."""
INTERPRETER = ("pyodide*.mjs", "*.wasm", "*.zip", "pyodide-lock.json", "package.json")
TEMPLATE = (WEB / "page.html").read_text(encoding="utf-8")
PORT = 8019
"""Of the page on this machine: a browser keeps what was typed at one address for that
address."""
MEDIA_TYPES = {
    ".js": "text/javascript",
    ".mjs": "text/javascript",
    ".wasm": "application/wasm",
}
NEEDS_NUMPY, ROWS = ("many", "race"), 21
"""Lessons whose figures are drawn beforehand, and for how many times from u = 0 to
1."""
PICTURE = re.compile(
    r'<img src="[^"]*?(?P<name>\w+)\.png" data-lesson="(?P<lesson>\w+)" '
    r'data-state="(?P<state>[^"]*)"[^>]* alt="(?P<alt>[^"]*)">'
)
"""A picture of the text, which names a lesson and the numbers of a state."""
LESSON_NUMBER = re.compile(r"([Ll]esson\s)(\d+)")


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
        colors: red, green and blue of each role.
        pyodide: the folder of the interpreter; None: the figures do not move.
    Raises:
        OSError: a file cannot be written or read.
    """
    folder.mkdir(parents=True, exist_ok=True)
    style = [f".{role} {{ --ink: rgb{color}; }}\n" for role, color in colors.items()]
    texts = {"index.html": page_html(pyodide is not None), "roles.css": "".join(style)}
    texts[".nojekyll"] = (
        ""  # Or GitHub Pages leaves out files whose names begin with "_".
    )
    texts |= {f"{path.stem}.html": file_html(path) for path in COLLISION.glob("*.py")}
    for name in SCRIPTS:
        shutil.copyfile(WEB / name, folder / name)
    copy_files(fonts, folder / "fonts", ["*"])
    if pyodide:
        copy_files(pyodide, folder / "pyodide", INTERPRETER)
        files = copy_files(GAME, folder / "game", SOURCES)
        rows = {name: figure_rows(name) for name in NEEDS_NUMPY}
        texts |= {"files.json": json.dumps(files), "rows.json": json.dumps(rows)}
    for name, text in texts.items():
        (folder / name).write_text(text, encoding="utf-8", newline="\n")


def copy_files(source: Path, target: Path, patterns: Iterable[str]) -> list[str]:
    """Copy the files of a folder that match any of the patterns; return their names in
    it."""
    files = sorted({file for pattern in patterns for file in source.glob(pattern)})
    names = [file.relative_to(source).as_posix() for file in files]
    for name in names:
        (target / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(source / name, target / name)
    return names


def figure_rows(name: str) -> list[dict[str, str]]:
    """Return a figure and its words at times from u = 0 to 1."""
    rows = [PageFigure(name, f"u={k / (ROWS - 1)}") for k in range(ROWS)]
    return [{"svg": figure.svg(), "words": figure.words()} for figure in rows]


def page_html(is_live: bool) -> str:
    """Return the tutorial with its lessons."""
    markdown = MarkdownIt("commonmark", {"html": True}).enable("table")
    tokens = markdown.parse((COLLISION / "README.md").read_text(encoding="utf-8"))
    body = markdown.renderer.render([*adapt(tokens)], markdown.options, {})
    return TEMPLATE.format(
        title=tokens[1].content, body=body, live="data-live" * is_live
    )


def file_html(path: Path) -> str:
    """Return a file of Python as a page."""
    code = python_html(path.read_text(encoding="utf-8"))
    body = f'<h1>{path.name}</h1><p><a href="./">To the tutorial</a></p>{code}'
    return TEMPLATE.format(title=path.name, body=body, live="")


def adapt(tokens: list[Token]) -> Iterator[Token]:
    """Yield the text's parts with figures for pictures, coloured code, and each lesson
    after the quotation that first names it."""
    numbers, earlier = set[int](), set[int]()
    for token, following in zip(tokens, [*tokens[1:], None]):
        if token.type == "heading_open" and following:
            title = re.sub(r"[^\w -]", "", following.content.lower())
            token.attrSet("id", title.replace(" ", "-"))
        elif token.type == "fence" and token.info == "python":
            token = html_token(python_html(token.content))
        elif token.type == "html_block":
            token.content = PICTURE.sub(picture_html, token.content)
        elif token.type == "inline":
            numbers |= {
                int(number) for _, number in LESSON_NUMBER.findall(token.content)
            }
            token.children = [*map(adapt_inline, token.children or [])]
        yield token
        if token.type == "blockquote_close":
            for number in sorted(numbers - earlier):
                yield html_token(lesson_html(number, LESSONS[number - 1]))
            earlier |= numbers


def adapt_inline(token: Token) -> Token:
    """Return a part of a sentence: lessons become links, and links that leave the page
    text."""
    if token.type == "text":
        link = r'<a href="#lesson-\2">\1\2</a>'
        return html_token(LESSON_NUMBER.sub(link, escape(token.content, quote=False)))
    if token.type == "link_open":
        target = str(token.attrs["href"])
        if (COLLISION / target).exists() and "/" not in target:
            token.attrSet("href", target.removesuffix(".py") + ".html")
        elif not target.startswith("#"):
            del token.attrs["href"]
    return token


def html_token(html: str) -> Token:
    """Return HTML as a part of a text."""
    return Token("html_inline", "", 0, content=html)


def picture_html(picture: re.Match[str]) -> str:
    """Return a picture of the text as a figure."""
    figure = PageFigure(picture["lesson"], picture["state"])
    return figure_html(figure, picture["state"], figure.svg(unescape(picture["alt"])))


def figure_html(figure: PageFigure, state: str, svg: str) -> str:
    """Return a figure as it was drawn, with what the script needs to draw it again."""
    name, title = figure.lesson.name, escape(figure.lesson.prose.title)
    label = f'role="group" aria-label="{title}"'
    return f'<figure {label} data-lesson="{name}" data-state="{state}">{svg}</figure>'


def python_html(code: str) -> str:
    """Return code in colours."""
    lines = split_lines("", code.splitlines(keepends=True))
    return code_block(
        "".join(f'<span class="line">{spans(x.pieces)}\n</span>' for x in lines)
    )


def code_block(inner: str) -> str:
    """Return lines of code as a block that keys can scroll."""
    return (
        f'<pre tabindex="0" role="region" aria-label="code"><code>{inner}</code></pre>'
    )


def lesson_html(number: int, lesson: Lesson) -> str:
    """Return a lesson: its bet, its figure, its claim, its code, a question and its
    sources."""
    prose, figure = lesson.prose, PageFigure(lesson.name)
    files = dict.fromkeys(file_of(item) for item in lesson.code)
    exercise = exercise_html(lesson.exercise) if lesson.exercise else ""
    turn = "In the game" if lesson.name in NEEDS_NUMPY else "Your turn"
    return (
        f'<details class="lesson" id="lesson-{number}">'
        f"<summary>Lesson {number}: {escape(prose.title)}"
        f"{' (with an exercise)' * bool(exercise)}</summary>"
        f"<section>{question_html('bet', prose.bet)}"
        f"<p><b>{colored(prose.claim)}</b></p>"
        f'<p class="goal"><b>{turn}.</b> {colored(prose.goal)}</p>'
        f"{figure_html(figure, '', figure.svg(prose.title, reveals=False))}"
        f"<details class='code' open><summary>The code, from {', '.join(files)}</summary>"
        "<label><input type='checkbox'> docstrings</label>"
        f"{code_block(figure.code())}</details>"
        f"{question_html('check', prose.check)}{exercise}"
        f'<p class="sources">Sources: {escape("; ".join(prose.sources))}</p></section></details>'
    )


def colored(text: str) -> str:
    """Return a text with its terms in their colours."""
    return spans(term_pieces(text))


def question_html(kind: str, question: Question) -> str:
    """Return a question with its answers; the reason is folded."""
    buttons = [
        f'<button type="button">{colored(each)}</button>' for each in question.answers
    ]
    answers = "".join(f"<li>{button}</li>" for button in buttons)
    return (
        f'<div class="question {kind}" data-right="{question.right}">'
        f'<p>{colored(question.words)}</p><ol>{answers}</ol><p role="status"></p>'
        f"<details><summary>The answer</summary><p>{colored(question.answers[question.right])}</p>"
        f"<p>{colored(question.why)}</p></details></div>"
    )


def exercise_html(name: str) -> str:
    """Return an exercise: its file in a field, and a button that runs it."""
    return (
        f"<details><summary>Write {name} yourself</summary>"
        f'<form class="exercise" data-exercise="{name}" autocomplete="off"><textarea rows="24" '
        f'spellcheck="false" autocapitalize="off" autocorrect="off" aria-label="{name}.py">'
        f"{escape(BY_NAME[name].stub())}</textarea><button disabled>run</button> "
        '<button type="button" disabled>begin again</button><output></output></form></details>'
    )


class PageHandler(SimpleHTTPRequestHandler):
    """Serves a folder; logs no request."""

    extensions_map = SimpleHTTPRequestHandler.extensions_map | MEDIA_TYPES

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
            super().__init__(("127.0.0.1", 0), handler)

    def handle_error(self, request: object, client_address: object) -> None:
        """Say nothing of a browser that has left."""
