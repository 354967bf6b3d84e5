"""Prometheus metrics of the process. They identify no person, visitor or table.

Durations are measured here where they happen; counts, sizes and ages are read when /metrics is asked for.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from prometheus_client import CollectorRegistry, Histogram, generate_latest
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, Metric
from prometheus_client.registry import Collector

BUCKETS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)
MEDIA_TYPE = "text/plain; version=0.0.4; charset=utf-8"
REGISTRY = CollectorRegistry()
REQUEST_SECONDS = Histogram(
    "tablee_request_seconds",
    "Duration of HTTP requests.",
    ["method", "route", "status"],
    buckets=BUCKETS,
    registry=REGISTRY,
)
APPEND_SECONDS = Histogram(
    "tablee_append_seconds",
    "Time from an event to its commit, waiting included.",
    buckets=BUCKETS,
    registry=REGISTRY,
)


@dataclass
class Readings:
    """Values read at one moment: gauges by name, and counters by name, label and value of the label."""

    gauges: dict[str, tuple[str, float]] = field(default_factory=dict)
    labelled_gauges: dict[str, tuple[str, str, Mapping[str, float]]] = field(default_factory=dict)
    counters: dict[str, tuple[str, float]] = field(default_factory=dict)
    labelled_counters: dict[str, tuple[str, str, Mapping[str, float]]] = field(default_factory=dict)


class _Reader(Collector):
    def __init__(self, readings: Readings) -> None:
        self.readings = readings

    def collect(self) -> Iterable[Metric]:
        for name, (help_text, value) in self.readings.gauges.items():
            yield GaugeMetricFamily(f"tablee_{name}", help_text, value)
        for name, (help_text, value) in self.readings.counters.items():
            yield CounterMetricFamily(f"tablee_{name}", help_text, value)
        yield from self._labelled(GaugeMetricFamily, self.readings.labelled_gauges)
        yield from self._labelled(CounterMetricFamily, self.readings.labelled_counters)

    def _labelled(
        self,
        kind: type[GaugeMetricFamily] | type[CounterMetricFamily],
        families: Mapping[str, tuple[str, str, Mapping[str, float]]],
    ) -> Iterable[Metric]:
        for name, (help_text, label, values) in families.items():
            family = kind(f"tablee_{name}", help_text, labels=[label])
            for key, value in values.items():
                family.add_metric([key], value)
            yield family


def exposition(readings: Readings) -> bytes:
    """Return all metrics in the text format of Prometheus."""
    own = CollectorRegistry()
    own.register(_Reader(readings))
    return generate_latest(own) + generate_latest(REGISTRY)
