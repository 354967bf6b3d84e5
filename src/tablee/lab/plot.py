"""Line charts as SVG, so that a figure can be looked at without any other program."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from html import escape

COLOURS = ("#2f6f9f", "#c8553d", "#3f8f5f", "#8f5fa8", "#b8862b", "#5b6770")
WIDTH, HEIGHT = 720, 400
LEFT, RIGHT, TOP, BOTTOM = 64, 150, 44, 52

Points = Sequence[tuple[float, float]]


@dataclass(frozen=True)
class Chart:
    """What is drawn: named lines over common axes."""

    title: str
    across: str
    up: str
    lines: Mapping[str, Points]

    def svg(self) -> str:
        """The drawing."""
        body = [*self._frame(), *(part for number in range(len(self.lines)) for part in self._line(number))]
        size = f'viewBox="0 0 {WIDTH} {HEIGHT}" width="{WIDTH}" height="{HEIGHT}"'
        style = 'font-family="sans-serif" font-size="13" fill="#3a332b"'
        ground = f'<rect width="{WIDTH}" height="{HEIGHT}" fill="#fbf5ea"/>'
        opening = f'<svg xmlns="http://www.w3.org/2000/svg" {size} {style}>'
        return "\n".join([opening, ground, *body, "</svg>\n"])

    def _all(self, axis: int) -> list[float]:
        return [point[axis] for points in self.lines.values() for point in points]

    def _range(self, axis: int) -> tuple[float, float]:
        values = self._all(axis) or [0.0, 1.0]
        low, high = min(values), max(values)
        return (low, high) if high > low else (low - 1, high + 1)

    def _place(self, across: float, up: float) -> tuple[float, float]:
        (left, right), (low, high) = self._range(0), self._range(1)
        x = LEFT + (across - left) / (right - left) * (WIDTH - LEFT - RIGHT)
        y = HEIGHT - BOTTOM - (up - low) / (high - low) * (HEIGHT - TOP - BOTTOM)
        return round(x, 1), round(y, 1)

    def _frame(self) -> list[str]:
        (left, right), (low, high) = self._range(0), self._range(1)
        parts = [f'<text x="{LEFT}" y="26" font-size="16" font-weight="bold">{escape(self.title)}</text>']
        for step in range(5):
            value = low + (high - low) * step / 4
            _, y = self._place(left, value)
            parts.append(f'<path d="M{LEFT} {y}H{WIDTH - RIGHT}" stroke="#d9cdb8"/>')
            parts.append(f'<text x="{LEFT - 8}" y="{y + 4}" text-anchor="end">{value:.3g}</text>')
            across = left + (right - left) * step / 4
            x, _ = self._place(across, low)
            parts.append(f'<text x="{x}" y="{HEIGHT - 32}" text-anchor="middle">{_figure(across)}</text>')
        middle = LEFT + (WIDTH - LEFT - RIGHT) / 2
        parts.append(
            f'<text x="{middle}" y="{HEIGHT - 10}" text-anchor="middle">{escape(self.across)}</text>'
        )
        parts.append(f'<text x="{LEFT}" y="{TOP - 4}">{escape(self.up)}</text>')
        return parts

    def _line(self, number: int) -> list[str]:
        name, points = list(self.lines.items())[number]
        colour = COLOURS[number % len(COLOURS)]
        places = [self._place(*point) for point in points]
        path = "M" + "L".join(f"{x} {y}" for x, y in places)
        y = TOP + 10 + 20 * number
        return [
            f'<path d="{path}" fill="none" stroke="{colour}" stroke-width="2.5"/>',
            *(f'<circle cx="{x}" cy="{y}" r="3" fill="{colour}"/>' for x, y in places),
            f'<path d="M{WIDTH - RIGHT + 12} {y}h20" stroke="{colour}" stroke-width="2.5"/>',
            f'<text x="{WIDTH - RIGHT + 38}" y="{y + 4}">{escape(name)}</text>',
        ]


def _figure(value: float) -> str:
    """A number on an axis: large ones whole, with their thousands apart."""
    return f"{value:,.0f}" if abs(value) >= 100 else f"{value:.3g}"
