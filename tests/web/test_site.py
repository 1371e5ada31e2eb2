"""What is written into the folder of the page?"""

import json
import os
import re
import socket
import threading
from html import unescape
from html.parser import HTMLParser
from itertools import pairwise

import pytest
from tools.make.draw_pictures import PICTURES

from game.resources import assets
from game.study.exercises.cases import EXERCISES
from game.study.lesson import HIDDEN_ROLES
from game.study.lessons import LESSONS, NEEDS_NUMPY
from game.view.palette import role_colors
from game.web.page import LESSON_BY_NAME, PageFigure
from game.web.site import (
    COLLISION,
    GAME,
    PICTURE,
    POLICY,
    ROWS,
    SCRIPTS,
    WEB,
    PageHandler,
    PageServer,
    copy_files,
    write_site,
)

TEXT = (COLLISION / "README.md").read_text(encoding="utf-8")
FONTS = assets() / "fonts"
INTERPRETER = {
    "pyodide.mjs": b"import",
    "pyodide.asm.mjs": b"more",
    "pyodide.asm.wasm": b"\0asm",
    "python_stdlib.zip": b"PK",
    "pyodide-lock.json": b"{}",
    "package.json": b"{}",
    "console.html": b"not needed",
}


VOID = ("meta", "link", "input", "img", "br", "hr")
SHAPES = ("rect", "polygon", "polyline", "circle", "text")
BLOCKS = ("h1", "h2", "h3", "p", "td", "th", "li")


class Page(HTMLParser):
    """What a page holds."""

    def __init__(self, html):
        super().__init__()
        self.elements, self.open = [], []
        """All elements, and those that are not closed yet, as (tag, attributes)."""
        self.blocks, self.lessons = [], {}
        """The texts outside of lessons and of the first screen, and those of each lesson."""
        self.feed(html)
        assert self.open == []

    def handle_starttag(self, tag, attrs):
        self.elements.append((tag, dict(attrs)))
        if tag not in VOID:
            self.open.append((tag, dict(attrs)))
        if tag in BLOCKS and not self.is_in("details") and not self.is_in("section"):
            self.blocks.append("")

    def handle_endtag(self, tag):
        assert self.open.pop()[0] == tag

    def handle_data(self, data):
        if lesson := next((at["id"] for tag, at in self.open if at.get("class") == "lesson"), None):
            self.lessons[lesson] = self.lessons.get(lesson, "") + data
        elif any(tag in BLOCKS for tag, _ in self.open) and not self.is_in("section"):
            self.blocks[-1] += data

    def is_in(self, tag):
        return any(tag == each for each, _ in self.open)

    def all_of(self, attribute):
        return [at[attribute] for _, at in self.elements if attribute in at]


@pytest.fixture(scope="module")
def pyodide(tmp_path_factory):
    folder = tmp_path_factory.mktemp("pyodide")
    for name, content in INTERPRETER.items():
        (folder / name).write_bytes(content)
    return folder


@pytest.fixture(scope="module")
def folder(tmp_path_factory, pyodide):
    """Return the folder of the page, with the interpreter."""
    folder = tmp_path_factory.mktemp("web") / "new" / "page"
    write_site(folder, FONTS, role_colors(), pyodide)
    return folder


@pytest.fixture(scope="module")
def still(tmp_path_factory):
    """Return the folder of the page, without the interpreter."""
    folder = tmp_path_factory.mktemp("still")
    write_site(folder, FONTS, role_colors(), None)
    return folder


@pytest.fixture(scope="module")
def page(folder):
    return Page(read(folder / "index.html"))


def read(path):
    return path.read_text(encoding="utf-8")


def one_line(text):
    return " ".join(text.split())


def files(folder):
    """Return the bytes of each file of a folder, by its name in it."""
    found = (path for path in folder.rglob("*") if path.is_file())
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in found}


def plain(markdown):
    """Return a passage of Markdown without its marks."""
    parts = re.split(r"`([^`]*)`", markdown)
    parts[::2] = [re.sub(r"\[|\]\([^)]*\)|\*+", "", part) for part in parts[::2]]
    return one_line("".join(parts))


def passages(markdown):
    """Return the text of each heading, paragraph, item and cell, without code and pictures."""
    text = re.sub(r"^```.*?^```$|^<.*?>$|^> |^\| -.*?$", "", markdown, flags=re.M | re.S)
    text = re.sub(r"^(\||\d+\. |#+ )", r"\n\n", text, flags=re.M)
    parts = re.split(r" ?\|\n| \| |\n\n", text)
    return [plain(part) for part in parts if part.strip()]


def test_the_text_is_the_tutorial_s(page):
    """Every heading, paragraph, item and cell, once and in order."""
    assert [one_line(block) for block in page.blocks if block.strip()] == passages(TEXT)


def test_every_lesson_stands_there_with_all_its_texts(page):
    assert len(page.lessons) == len(LESSONS)
    for number, lesson in enumerate(LESSONS, 1):
        prose, text = lesson.prose, one_line(page.lessons[f"lesson-{number}"])
        assert f"Lesson {number}: {prose.title}" in text
        turn = "In the game" if lesson.name in NEEDS_NUMPY else "Your turn"
        assert f"{turn}. {prose.goal}" in text
        assert text.count(prose.claim) == 1
        assert all(source in text for source in prose.sources)
        for question in (prose.bet, prose.check):
            assert question.words in text
            assert question.why in text
            assert all(answer in text for answer in question.answers)


def test_every_exercise_has_its_file_in_a_field(folder, page):
    names = page.all_of("data-exercise")
    assert sorted(names) == sorted(exercise.name for exercise in EXERCISES)
    assert len(names) == 8
    fields = re.findall(r"<textarea[^>]*>(.*?)</textarea>", read(folder / "index.html"), re.S)
    assert "<" not in "".join(fields)
    stubs = {exercise.name: exercise.stub() for exercise in EXERCISES}
    assert [unescape(field) for field in fields] == [stubs[name] for name in names]


def test_every_picture_of_the_text_is_a_figure_with_its_words(page):
    """With the lesson and the state, too, so that it can be drawn again."""
    expected = [
        (each["lesson"], each["state"], unescape(each["alt"])) for each in PICTURE.finditer(TEXT)
    ]
    assert len(expected) == TEXT.count("<img") == len(PICTURES) == 15
    found = [
        (figure["data-lesson"], figure["data-state"], svg["aria-label"])
        for (tag, figure), (_, svg) in pairwise(page.elements)
        if tag == "figure"
    ]
    assert [each for each in found if each[1]] == expected
    assert sorted(name for name, state, _ in found if not state) == sorted(LESSON_BY_NAME)
    assert "img" not in [tag for tag, _ in page.elements]


def test_a_picture_is_drawn_in_its_state(folder):
    html = read(folder / "index.html")
    for each in PICTURE.finditer(TEXT):
        figure = PageFigure(each["lesson"], each["state"])
        assert html.count(figure.svg(unescape(each["alt"]))) == 1


def test_before_the_bet_no_picture_and_no_label_gives_it_away(page):
    for (tag, figure), (_, svg) in pairwise(page.elements):
        if tag == "figure" and not figure["data-state"]:
            assert svg["aria-label"] == LESSON_BY_NAME[figure["data-lesson"]].prose.title
    roles, is_open = set(), True
    for tag, at in page.elements:
        if tag == "figure":
            is_open = bool(at["data-state"])
        elif tag in SHAPES and not is_open:
            roles.add(at["class"])
    assert roles
    assert not roles & {*HIDDEN_ROLES}


def test_ids_are_unique(page):
    ids = page.all_of("id")
    assert len(set(ids)) == len(ids) >= 18


def test_every_link_leads_to_a_place_of_the_folder(folder, still):
    """And nothing refers to another host."""
    for each in (folder, still):
        pages = {path.name: Page(read(path)) for path in each.glob("*.html")}
        assert len(pages) == 1 + len([*COLLISION.glob("*.py")])
        for name, page in pages.items():
            for link in page.all_of("href") + page.all_of("src"):
                file, _, place = link.partition("#")
                file = {"": name, "./": "index.html"}.get(file, file)
                assert link == "data:," or (each / file).is_file(), (name, link)
                assert not place or place in pages[file].all_of("id"), (name, link)


def test_nothing_refers_to_another_host(folder):
    """The namespace of SVG is a name."""
    texts = [re.sub("^ *//.*|; //.*", "", read(folder / name), flags=re.M) for name in SCRIPTS]
    found = re.findall(r"\w*:?//[^\s\"]*", "".join(texts))
    assert found == ["http://www.w3.org/2000/svg"]
    for path in folder.glob("*.html"):
        at = [value for _, at in Page(read(path)).elements for value in at.values() if value]
        assert not [value for value in at if "//" in value], path


def test_what_a_style_refers_to_is_there(folder):
    found = re.findall(r"url\(([^)]*)\)", read(folder / "page.css"))
    assert len(found) == 2
    assert all((folder / name).is_file() for name in found)


def test_every_class_of_the_page_has_a_style(folder, page):
    """The roles those of the game's palette."""
    style = read(folder / "roles.css")
    for role in role_colors():
        assert f".{role} {{ --ink: rgb{role_colors()[role]}; }}\n" in style
    styled = {*re.findall(r"\.([a-z]\w*)", style + read(folder / "page.css"))}
    drawn = [at.get("class", "") for tag, at in page.elements if tag in ("span", *SHAPES)]
    used = {name for value in drawn for name in value.split()}
    assert used >= {"a", "b", "quiet", "text", "lit", "keyword"}
    assert used <= styled


def test_each_file_of_the_folder_is_the_repository_s(folder, pyodide):
    found = files(folder)
    for name in SCRIPTS:
        assert found.pop(name) == (WEB / name).read_bytes()
    groups = json.loads(found.pop("files.json"))
    assert {name: len(listed) > 10 for name, listed in groups.items()} == {
        "game": True,
        "figures": True,
    }
    for name in [*groups["game"], *groups["figures"]]:
        assert found.pop(f"game/{name}") == (GAME / name).read_bytes()
    for path in FONTS.iterdir():
        assert found.pop(f"fonts/{path.name}") == path.read_bytes()
    for name in INTERPRETER.keys() - {"console.html"}:
        assert found.pop(f"pyodide/{name}") == INTERPRETER[name]
    assert found.pop(".nojekyll") == b""
    made = [
        "rows.json",
        "recording.json",
        "index.html",
        "roles.css",
        *(f"{p.stem}.html" for p in COLLISION.glob("*.py")),
    ]
    assert sorted(found) == sorted(made)


def test_a_file_of_the_code_is_a_page(folder):
    for path in COLLISION.glob("*.py"):
        code = re.search(r"<code>(.*)</code>", read(folder / f"{path.stem}.html"), re.S)[1]
        assert unescape(re.sub(r"<[^>]*>", "", code)) == read(path)


def test_what_needs_numpy_is_drawn_beforehand(folder):
    rows = json.loads(read(folder / "rows.json"))
    assert sorted(rows) == sorted(NEEDS_NUMPY)
    for name, found in rows.items():
        assert len(found) == ROWS == 21
        for k, row in enumerate(found):
            figure = PageFigure(name, f"u={k / 20}")
            assert row == {"svg": figure.svg(), "words": figure.words()}


def test_without_the_interpreter_no_figure_is_alive(folder, still):
    """The script still hides what follows a bet."""
    for each, is_live in ((folder, True), (still, False)):
        html = read(each / "index.html")
        assert html.count('<script type="module" src="page.js"></script>') == 1
        assert ("data-live" in Page(html).elements[0][1]) == is_live
    assert {path.name for path in still.iterdir() if path.is_dir()} == {"fonts"}
    assert [path.name for path in still.glob("*.json")] == ["recording.json"]


def test_the_same_page_is_written_again(folder, pyodide, tmp_path):
    """Elsewhere, and in its own place."""
    first = files(folder)
    write_site(tmp_path, FONTS, role_colors(), pyodide)
    assert files(tmp_path) == first
    (tmp_path / "index.html").write_text("old", encoding="utf-8")
    write_site(tmp_path, FONTS, role_colors(), pyodide)
    assert files(tmp_path) == first


def test_only_regular_files_are_copied(tmp_path):
    """A folder may be named as one; to read a pipe would wait."""
    (tmp_path / "source" / "a.zip").mkdir(parents=True)
    (tmp_path / "source" / "b.zip").write_bytes(b"PK")
    assert copy_files(tmp_path / "source", tmp_path / "copy", ["*.zip"]) == ["b.zip"]
    assert (tmp_path / "copy" / "b.zip").read_bytes() == b"PK"


@pytest.mark.skipif(os.name == "nt", reason="two servers can share a port there")
def test_a_port_that_is_in_use_is_left_alone(folder):
    with PageServer(folder, 0) as first, PageServer(folder, first.server_port) as second:
        assert 0 < second.server_port != first.server_port
        assert first.server_address[0] == second.server_address[0] == "127.0.0.1"


@pytest.fixture(scope="module")
def ask(tmp_path_factory):
    """Return a function that sends a request to the server of a folder, and returns the answer."""
    root = tmp_path_factory.mktemp("root")
    folder = root / "page"
    (folder / "fonts").mkdir(parents=True)
    (folder / "fonts" / "font.ttf").write_text("font")
    (folder / "index.html").write_text("page")
    (root / "secret").write_text("secret")
    for link, target in {"out": "..", "link": "../secret", "inner": "fonts/font.ttf"}.items():
        (folder / link).symlink_to(target)
    os.mkfifo(folder / "pipe")

    def ask(request):
        with socket.create_connection(("127.0.0.1", server.server_port), timeout=30) as client:
            client.sendall(request)
            return b"".join(iter(lambda: client.recv(1 << 16), b""))

    with PageServer(folder, 0) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield ask
        server.shutdown()


@pytest.mark.skipif(os.name == "nt", reason="it has neither such links nor pipes")
@pytest.mark.parametrize(
    ("path", "content"),
    [
        *(("/", "page"), ("/?a=b", "page"), ("/fonts/font.ttf", "font"), ("/inner", "font")),
        *((path, None) for path in ("/fonts", "/fonts/", "/nothing", "/index.html/", "*")),
        *((path, None) for path in ("/link", "/out/", "/out/secret", "/../secret", "/pipe")),
        *((path, None) for path in ("/%00", "/a%00b", "/%ed%a0%80", "http://[/../../a")),
        ("/" + "x" * 5000, None),
    ],
)
def test_every_path_has_an_answer(ask, path, content):
    """A regular file of the folder, or 404; each time with the policy."""
    head, _, body = ask(f"GET {path} HTTP/1.0\r\n\r\n".encode()).partition(b"\r\n\r\n")
    status, *fields = head.decode().splitlines()
    assert status.split()[1] == ("200" if content else "404")
    assert body == content.encode() if content else b"File not found" in body
    assert f"Content-Security-Policy: {POLICY}" in fields


@pytest.mark.skipif(os.name == "nt", reason="its folder holds links and a pipe")
@pytest.mark.parametrize("request_so_far", [b"", b"GET / HTTP/1.0\r\n"])
def test_a_silent_connection_is_ended(ask, monkeypatch, request_so_far):
    assert 0 < PageHandler.timeout <= 60
    monkeypatch.setattr(PageHandler, "timeout", 0.1)
    assert ask(request_so_far) == b""


def test_every_page_has_the_policy(folder):
    """No other server, and no worker but one that inherits this."""
    for path in folder.glob("*.html"):
        found = [at for tag, at in Page(read(path)).elements if "http-equiv" in at]
        assert found == [{"http-equiv": "Content-Security-Policy", "content": POLICY}]
    allowed = dict(rule.split(maxsplit=1) for rule in POLICY.split("; "))
    assert allowed["default-src"] == "'none'"
    assert allowed["connect-src"] == "'self'"
    assert allowed["worker-src"] == "blob:"
    assert allowed["script-src"] == "'self' 'wasm-unsafe-eval'"
