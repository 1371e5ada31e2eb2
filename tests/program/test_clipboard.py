"""Words on the clipboard, where there is one."""

import pygame

from game import clipboard


def test_text_is_passed_to_the_desktop(monkeypatch):
    texts = []
    monkeypatch.setattr(pygame.scrap, "put_text", texts.append)
    assert clipboard.copy("def test():\n    é")
    assert texts == ["def test():\n    é"]


def test_without_a_clipboard_it_says_so(monkeypatch):
    """Without a window SDL raises; an older pygame has no such function at all."""

    def refuse(words):
        raise pygame.error("no video")

    monkeypatch.setattr(pygame.scrap, "put_text", refuse)
    assert not clipboard.copy("x")
    monkeypatch.delattr(pygame.scrap, "put_text")
    assert not clipboard.copy("x")


def test_text_is_pasted_from_the_desktop(monkeypatch):
    monkeypatch.setattr(pygame.scrap, "get_text", lambda: "Scanline 7")
    assert clipboard.paste() == "Scanline 7"
    monkeypatch.setattr(pygame.scrap, "get_text", lambda: 10**7 * "7")
    assert clipboard.paste() == clipboard.MOST_LETTERS * "7"


def test_without_a_clipboard_nothing_is_pasted(monkeypatch):
    def refuse():
        raise pygame.error("no video")

    monkeypatch.setattr(pygame.scrap, "get_text", refuse)
    assert clipboard.paste() == ""
    monkeypatch.delattr(pygame.scrap, "get_text")
    assert clipboard.paste() == ""
