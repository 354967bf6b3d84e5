"""Line charts as SVG text, without a plotting library: learning curves and ratings."""

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
    """A line chart: named series of (x, y) points over common axes."""

    title: str
    x_label: str
    y_label: str
    series: Mapping[str, Points]

    def svg(self) -> str:
        """Return the chart as an SVG document."""
        lines = (part for number in range(len(self.series)) for part in self._line(number))
        body = [*self._frame(), *lines]
        size = f'viewBox="0 0 {WIDTH} {HEIGHT}" width="{WIDTH}" height="{HEIGHT}"'
        style = 'font-family="sans-serif" font-size="13" fill="#3a332b"'
        background = f'<rect width="{WIDTH}" height="{HEIGHT}" fill="#fbf5ea"/>'
        opening = f'<svg xmlns="http://www.w3.org/2000/svg" {size} {style}>'
        return "\n".join([opening, background, *body, "</svg>\n"])

    def _repr_svg_(self) -> str:
        """Return the chart for a notebook, which shows it as a picture."""
        return self.svg()

    def _range(self, axis: int) -> tuple[float, float]:
        """Return the smallest and largest value on an axis (0 for x, 1 for y), never equal."""
        values = [point[axis] for points in self.series.values() for point in points] or [0.0, 1.0]
        low, high = min(values), max(values)
        return (low, high) if high > low else (low - 1, high + 1)

    def _to_pixels(self, x: float, y: float) -> tuple[float, float]:
        (left, right), (low, high) = self._range(0), self._range(1)
        across = LEFT + (x - left) / (right - left) * (WIDTH - LEFT - RIGHT)
        down = HEIGHT - BOTTOM - (y - low) / (high - low) * (HEIGHT - TOP - BOTTOM)
        return round(across, 1), round(down, 1)

    def _frame(self) -> list[str]:
        """Return title, grid lines, ticks and axis labels."""
        (left, right), (low, high) = self._range(0), self._range(1)
        parts = [f'<text x="{LEFT}" y="26" font-size="16" font-weight="bold">{escape(self.title)}</text>']
        for step in range(5):
            value = low + (high - low) * step / 4
            _, y = self._to_pixels(left, value)
            parts.append(f'<path d="M{LEFT} {y}H{WIDTH - RIGHT}" stroke="#d9cdb8"/>')
            parts.append(f'<text x="{LEFT - 8}" y="{y + 4}" text-anchor="end">{value:.3g}</text>')
            tick = left + (right - left) * step / 4
            x, _ = self._to_pixels(tick, low)
            parts.append(f'<text x="{x}" y="{HEIGHT - 32}" text-anchor="middle">{_format_tick(tick)}</text>')
        middle = LEFT + (WIDTH - LEFT - RIGHT) / 2
        parts.append(
            f'<text x="{middle}" y="{HEIGHT - 10}" text-anchor="middle">{escape(self.x_label)}</text>'
        )
        parts.append(f'<text x="{LEFT}" y="{TOP - 4}">{escape(self.y_label)}</text>')
        return parts

    def _line(self, number: int) -> list[str]:
        """Return one series: line, points and legend."""
        name, points = list(self.series.items())[number]
        colour = COLOURS[number % len(COLOURS)]
        pixels = [self._to_pixels(*point) for point in points]
        path = "M" + "L".join(f"{x} {y}" for x, y in pixels)
        y = TOP + 10 + 20 * number
        return [
            f'<path d="{path}" fill="none" stroke="{colour}" stroke-width="2.5"/>',
            *(f'<circle cx="{x}" cy="{y}" r="3" fill="{colour}"/>' for x, y in pixels),
            f'<path d="M{WIDTH - RIGHT + 12} {y}h20" stroke="{colour}" stroke-width="2.5"/>',
            f'<text x="{WIDTH - RIGHT + 38}" y="{y + 4}">{escape(name)}</text>',
        ]


def _format_tick(value: float) -> str:
    """Return a number with three digits, or from 100 on as a whole number with thousands separators."""
    return f"{value:,.0f}" if abs(value) >= 100 else f"{value:.3g}"
