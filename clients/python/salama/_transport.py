"""Sends requests: the standard library only, so that it installs everywhere."""

from __future__ import annotations

import email.utils
import http.client
import json
import os
import random
import time
import urllib.error
import urllib.parse
import urllib.request
import uuid
from typing import Any, Mapping, Optional, Tuple

from .errors import ApiError

_REPEATABLE = ("GET", "PUT", "DELETE")
_PASSING = (429, 502, 503, 504)


class _NoRedirects(urllib.request.HTTPRedirectHandler):
    """The API redirects nowhere, and a key must not follow to another host."""

    def redirect_request(self, *_: Any) -> None:
        return None


_opener = urllib.request.build_opener(_NoRedirects)


class Transport:
    def __init__(
        self,
        url: Optional[str] = None,
        *,
        api_key: Optional[str] = None,
        token: Optional[str] = None,
        timeout: float = 30,
        retries: int = 3,
        longest_wait: float = 60,
    ) -> None:
        """Without arguments the URL and the key are those of `SALAMA_URL` and `SALAMA_KEY`."""
        self._url = (url or os.environ.get("SALAMA_URL") or "http://localhost:3000").rstrip("/")
        key = api_key if api_key or token else os.environ.get("SALAMA_KEY")
        self._credential = {"Authorization": f"Bearer {token}"} if token else {"X-API-KEY": key} if key else {}
        self._timeout, self._retries, self._longest_wait = timeout, retries, longest_wait

    def _call(
        self,
        method: str,
        path: str,
        query: Mapping[str, Any] = {},
        body: Any = None,
        headers: Mapping[str, str] = {},
        read: str = "json",
    ) -> Any:
        content, _ = self._send(method, path, query, body, headers)
        if read == "bytes" or not content:
            return content or None
        return content.decode() if read == "text" else json.loads(content)

    def _send(
        self, method: str, path: str, query: Mapping[str, Any], body: Any = None, headers: Mapping[str, str] = {}
    ) -> Tuple[bytes, Mapping[str, str]]:
        """The body and the headers of the answer. What fails for a moment is sent again where that does no harm."""
        sent = {name: _text(value) for name, value in query.items() if value is not None}
        address = f"{self._url}{path}{'?' + urllib.parse.urlencode(sent) if sent else ''}"
        data = None if body is None else json.dumps(body).encode()
        all_headers = {**self._credential, **({} if data is None else {"Content-Type": "application/json"}), **headers}
        tries = self._retries if method in _REPEATABLE or "Idempotency-Key" in headers else 0
        for tried in range(tries + 1):
            request = urllib.request.Request(address, data, all_headers, method=method)
            try:
                with _opener.open(request, timeout=self._timeout) as response:
                    return response.read(), response.headers
            except urllib.error.HTTPError as refused:
                error = ApiError.of(refused.code, refused.read(), path, _retry_after(refused.headers))
            except (OSError, http.client.HTTPException) as unreachable:
                error = ApiError.unavailable(path, str(unreachable))
            if tried == tries or error.status not in _PASSING or error.retry_after > self._longest_wait:
                raise error
            time.sleep(error.retry_after + backoff(tried))
        raise AssertionError("the last try returns or raises")

    @staticmethod
    def _segment(value: str) -> str:
        return urllib.parse.quote(str(value), safe="")

    @staticmethod
    def _key(value: Optional[str]) -> str:
        """Of the caller, else a new one, so that the request can be sent again."""
        return value or str(uuid.uuid4())


def backoff(tried: int) -> float:
    """0.5 to 1 s, then 1 to 2 s, and so on: clients that failed together do not come back together."""
    return 0.5 * 2 ** min(tried, 6) * (1 + random.random())


def _text(value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    return ",".join(map(_text, value)) if isinstance(value, (list, tuple)) else str(value)


def _retry_after(headers: Mapping[str, str]) -> float:
    """The seconds that `Retry-After` asks for, as a number or a date."""
    value = headers.get("Retry-After") or "0"
    if value.isdigit():
        return float(value)
    try:
        return max(0.0, email.utils.parsedate_to_datetime(value).timestamp() - time.time())
    except ValueError:
        return 0.0
