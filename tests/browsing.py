"""Pages in Debian's Chromium, watched: nothing may leave them, and nothing be complained of."""

import importlib.util
import os
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Literal

import pytest

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

CHROMIUM = Path("/usr/bin/chromium")
FLAGS = [
    *("--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run"),
    *("--disable-background-networking", "--disable-component-update", "--disable-sync"),
    "--no-proxy-server",
]
PHONE, DESK = 390, 1280

Scheme = Literal["light", "dark"]
Open = Callable[..., "Page"]


def require_browser() -> None:
    """Skips where playwright or Chromium is missing; where CI is set they must be there."""
    missing = [] if importlib.util.find_spec("playwright") else ["playwright"]
    missing += [] if CHROMIUM.exists() else [str(CHROMIUM)]
    if missing:
        text = f"no page can be looked at: there is no {' and no '.join(missing)}"
        if os.environ.get("CI"):
            pytest.fail(text)
        pytest.skip(text)


@contextmanager
def launched_browser() -> Iterator["Browser"]:
    """A browser, which is closed at the end."""
    require_browser()
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        yield browser
        browser.close()


@contextmanager
def watched_pages(browser: "Browser", *homes: str) -> Iterator[Open]:
    """Opens pages; fails at the end if one asked for anything but files and what is at home."""
    pages, requests, complaints = list["Page"](), list[str](), list[str]()

    def open_page(url: str, width: int = DESK, scheme: Scheme = "light") -> "Page":
        page = browser.new_page(viewport={"width": width, "height": 800}, color_scheme=scheme)
        page.on("request", lambda request: requests.append(request.url))
        page.on("console", lambda message: complaints.append(message.text))
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.on("dialog", lambda dialog: complaints.append(f"dialog: {dialog.message}"))
        page.goto(url)
        pages.append(page)
        return page

    yield open_page
    for page in pages:
        page.close()
    assert [url for url in requests if not url.startswith(("file://", "data:", *homes))] == []
    assert complaints == []


def color(page: "Page", of: str, what: str) -> list[int]:
    """Red, green and blue of a part of the page."""
    text = page.locator(of).first.evaluate(f"(one) => getComputedStyle(one)['{what}']")
    return [int(part) for part in re.findall(r"\d+", text)[:3]]


def contrast(one: list[int], other: list[int]) -> float:
    """The contrast ratio of two colors, as WCAG 2 defines it."""
    light, dark = sorted((luminance(one), luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def luminance(rgb: list[int]) -> float:
    """The relative luminance of a color, as WCAG 2 defines it."""
    parts = [part / 255 for part in rgb]
    red, green, blue = (p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
