"""Shapes in a PDF: the straight paths of a page in millimetres, whatever coordinates they are drawn in."""

from __future__ import annotations

from collections.abc import Iterator
from math import dist
from typing import Any, Final

from pypdf import PageObject, PdfReader
from pypdf.generic import ContentStream

MM: Final = 25.4 / 72
"""Length of a point of a PDF."""

Matrix = tuple[float, float, float, float, float, float]
Shape = list[tuple[float, float]]


def _times(one: Matrix, other: Matrix) -> Matrix:
    """Matrix that applies `one`, then `other`."""
    a, b, c, d, e, f = one
    g, h, i, j, k, m = other
    return (a * g + b * i, a * h + b * j, c * g + d * i, c * h + d * j, e * g + f * i + k, e * h + f * j + m)


def shapes(page: PageObject) -> list[Shape]:
    """Corners of each path of straight lines, from the lower left corner of the page."""
    return list(_shapes(page["/Contents"], page["/Resources"], page.pdf, (MM, 0, 0, MM, 0, 0)))


def _shapes(stream: Any, resources: Any, pdf: Any, at: Matrix) -> Iterator[Shape]:
    stack, path = [at], Shape()
    for operands, operator in ContentStream(stream.get_object(), pdf).operations:
        numbers = [float(each) for each in operands if isinstance(each, int | float)]
        if operator == b"q":
            stack.append(stack[-1])
        elif operator == b"Q":
            stack.pop()
        elif operator == b"cm":
            stack[-1] = _times(tuple(numbers), stack[-1])  # type: ignore[arg-type]
        elif operator == b"Do":
            form = resources["/XObject"][operands[0]].get_object()
            if form["/Subtype"] == "/Form":
                own = tuple(float(each) for each in form.get("/Matrix", (1, 0, 0, 1, 0, 0)))
                yield from _shapes(form, form.get("/Resources", resources), pdf, _times(own, stack[-1]))  # type: ignore[arg-type]
        elif operator == b"m":
            yield path
            path = [_point(numbers, stack[-1])]
        elif operator == b"l":
            path.append(_point(numbers, stack[-1]))
        elif operator in (b"c", b"v", b"y", b"re"):
            path = []
    yield path


def _point(numbers: list[float], at: Matrix) -> tuple[float, float]:
    x, y = numbers
    a, b, c, d, e, f = at
    return (a * x + c * y + e, b * x + d * y + f)


def hexes(page: PageObject) -> list[float]:
    """Distance of opposite sides of each regular hex on a page."""
    found = []
    for shape in shapes(page):
        corners = shape[:-1] if len(shape) == 7 and dist(shape[0], shape[-1]) < 0.01 else shape
        if len(corners) == 6:
            sides = [dist(corners[at], corners[at - 1]) for at in range(6)]
            if max(sides) - min(sides) < 0.05:
                found.append(sum(sides) / 6 * 3**0.5)
    return found


def page_size(reader: PdfReader, number: int) -> tuple[float, float]:
    """Width and height of a page."""
    box = reader.pages[number].mediabox
    return float(box.width) * MM, float(box.height) * MM
