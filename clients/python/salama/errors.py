from __future__ import annotations

import json
from typing import Any, cast

from .types import Problem


class ApiError(Exception):
    """A problem (RFC 9457). Branch on `code`; it is permanent."""

    def __init__(self, problem: Problem, retry_after: float = 0) -> None:
        super().__init__(f"{problem['code']}: {problem['title']} (request {problem['requestId']})")
        self.problem = problem
        self.code = problem["code"]
        self.status = problem["status"]
        self.request_id = problem["requestId"]
        #: The seconds that the service asks to wait.
        self.retry_after = retry_after

    @classmethod
    def of(cls, status: int, content: bytes, path: str, retry_after: float) -> ApiError:
        try:
            problem: Any = json.loads(content)
            return cls(cast(Problem, problem), retry_after)
        except (ValueError, KeyError, TypeError):
            return cls.unavailable(path, f"{status} of something that is not the service.", retry_after)

    @classmethod
    def unavailable(cls, path: str, detail: str, retry_after: float = 0) -> ApiError:
        return cls(
            {
                "type": "/errors/unavailable",
                "title": "No readable answer arrived.",
                "status": 503,
                "code": "unavailable",
                "detail": detail,
                "instance": path,
                "requestId": "",
            },
            retry_after,
        )


class CursorExpired(ApiError):
    """The cursor is older than 30 days, or not one: delete your copy, and watch again without a cursor."""
