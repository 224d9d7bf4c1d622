"""What this process counts, for Prometheus: base units, and no label that names anybody.

Games, seats and people are in no label, and refusals are one figure: so that nobody learns from a
figure what a hidden declaration was.
"""

import time
from collections.abc import Awaitable, Callable

from aiohttp import web
from prometheus_client import (
    CONTENT_TYPE_LATEST,
    CollectorRegistry,
    Counter,
    Gauge,
    Histogram,
    PlatformCollector,
    ProcessCollector,
    generate_latest,
)

from projections.messages import Problem, Recorded

BUCKETS_S = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1.0, 5.0)


class Metrics:
    """The figures of one process."""

    def __init__(self) -> None:
        self._registry = CollectorRegistry()
        ProcessCollector(registry=self._registry)
        PlatformCollector(registry=self._registry)
        self._declarations = Counter(
            "broadside_declarations",
            "Declarations answered, by what became of them",
            ["result"],
            registry=self._registry,
        )
        for result in ("recorded", "refused", "not_recorded", "not_known_yet"):
            self._declarations.labels(result)
        self._seconds = Histogram(
            "broadside_declaration_duration_seconds",
            "From a declaration to its answer",
            buckets=BUCKETS_S,
            registry=self._registry,
        )
        self.limited = Counter(
            "broadside_too_fast",
            "Requests that were told to come back later",
            registry=self._registry,
        )

    def gauge(self, name: str, help_text: str, of: Callable[[], float]) -> None:
        """Show what *of* returns whenever it is asked for."""
        Gauge(name, help_text, registry=self._registry).set_function(of)

    async def measured(self, declaring: Awaitable[Recorded | Problem]) -> Recorded | Problem:
        """Return what *declaring* returns, and count it with the time it took."""
        began = time.perf_counter()
        answer = await declaring
        self._seconds.observe(time.perf_counter() - began)
        self._declarations.labels(_result(answer)).inc()
        return answer

    async def show(self, _: web.Request) -> web.Response:
        """Return all figures in Prometheus' text format."""
        headers = {"Content-Type": CONTENT_TYPE_LATEST}
        return web.Response(body=generate_latest(self._registry), headers=headers)


def _result(answer: Recorded | Problem) -> str:
    if isinstance(answer, Recorded):
        return "recorded"
    if answer.recorded is None:
        return "not_known_yet"
    return "refused" if answer.rule else "not_recorded"
