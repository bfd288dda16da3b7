from __future__ import annotations

import json
import re
import threading
from typing import Any, Callable, Iterator, List, Mapping, NamedTuple, Optional, Sequence

from ._transport import backoff
from .errors import ApiError, CursorExpired
from .operations import Operations
from .types import IncidentChange

_PASSING = ("unavailable", "internal", "rate_limited")


class Changes(NamedTuple):
    """Apply the changes in order, then keep the cursor."""

    changes: List[IncidentChange]
    cursor: str


class Salama(Operations):
    """The API of Salama: `Salama(url, api_key=…)`, or `token=…` of a person."""

    def items(self, operation: Callable[..., Any], *args: Any, **query: Any) -> Iterator[Any]:
        """All items of a list, one page after the other: `api.items(api.list_stops, q="koja")`."""
        cursor: Optional[str] = None
        while True:
            page = operation(*args, **query, cursor=cursor)
            yield from page["data"]
            cursor = page["page"]["nextCursor"]
            if cursor is None:
                return

    def watch_changes(
        self,
        cursor: Optional[str] = None,
        *,
        interval: float = 60,
        stop: Optional[threading.Event] = None,
        categories: Optional[Sequence[str]] = None,
        corridor_id: Optional[str] = None,
        route_id: Optional[str] = None,
        bbox: Optional[Sequence[float]] = None,
    ) -> Iterator[Changes]:
        """What changes among incidents, as long as one iterates, from the cursor on where the last watch ended.

        Without a cursor everything of the last 30 days comes first. Every filter that is set has to match; an incident
        that came once comes on. What fails for a moment is asked again, as late as the service says. Raises
        CursorExpired, then begin anew, or ApiError.
        """
        stopped = stop or threading.Event()
        given: set[str] = set()
        failures = 0

        def is_wanted(change: Any) -> bool:
            if change["change"] == "gone":
                return True  # removing what one does not have does no harm
            if change["incidentId"] not in given and not _matches(
                change["incident"], categories, corridor_id, route_id, bbox
            ):
                return False
            given.add(change["incidentId"])
            return True

        while not stopped.is_set():
            try:
                content, headers = self._send("GET", "/api/v1/incidents/changes", {"limit": 100, "cursor": cursor})
            except ApiError as error:
                if error.status == 410 or any(each["path"] == "cursor" for each in error.problem.get("errors", [])):
                    raise CursorExpired(error.problem) from error
                if error.code not in _PASSING:
                    raise
                stopped.wait(error.retry_after + backoff(failures))
                failures += 1
                continue
            failures = 0
            page = json.loads(content)
            is_new = page["page"]["nextCursor"] != cursor
            cursor = page["page"]["nextCursor"]
            if is_new:
                yield Changes([change for change in page["data"] if is_wanted(change)], str(cursor))
            if not page["more"]:
                stopped.wait(max(interval, _reset(headers)))


def _matches(
    incident: Any,
    categories: Optional[Sequence[str]],
    corridor_id: Optional[str],
    route_id: Optional[str],
    bbox: Optional[Sequence[float]],
) -> bool:
    west, south, east, north = bbox or (-180, -90, 180, 90)
    place, corridor = incident["place"], incident["corridor"] or {}
    return (
        (categories is None or incident["category"] in categories)
        and (corridor_id is None or corridor_id in (corridor.get("id"), corridor.get("slug")))
        and (route_id is None or any(route["id"] == route_id for route in incident.get("routes", [])))
        and west <= place["lng"] <= east
        and south <= place["lat"] <= north
    )


def _reset(headers: Mapping[str, str]) -> float:
    """The seconds until a limit that is used up begins anew."""
    used = [limit for limit in (headers.get("RateLimit") or "").split(",") if re.search(r";\s*r=0\b", limit)]
    return max([float(seconds) for limit in used for seconds in re.findall(r";\s*t=(\d+)", limit)], default=0.0)
