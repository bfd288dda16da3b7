"""Messages to a webhook, signed as https://www.standardwebhooks.com says."""

from __future__ import annotations

import base64
import hashlib
import hmac
import json
import time
from typing import Any, Mapping, Union


class WebhookError(Exception):
    """The message is not from the service, or not of now: answer 400."""


def verify_webhook(headers: Mapping[str, str], body: Union[bytes, str], secret: str, *, tolerance: float = 300) -> Any:
    """The message, if it is from the service. `body` is as it came: parsed and written again it differs."""
    lower = {name.lower(): value for name, value in headers.items()}
    message_id, timestamp = lower.get("webhook-id", ""), lower.get("webhook-timestamp", "")
    if not timestamp.isdecimal() or abs(time.time() - int(timestamp)) > tolerance:
        raise WebhookError("The message is too old, from the future, or without a time.")
    content = body.encode() if isinstance(body, str) else body
    key = base64.b64decode(secret.removeprefix("whsec_"))
    digest = hmac.new(key, f"{message_id}.{timestamp}.".encode() + content, hashlib.sha256).digest()
    expected = f"v1,{base64.b64encode(digest).decode()}".encode()
    for signature in lower.get("webhook-signature", "").split(" "):
        if hmac.compare_digest(signature.encode(), expected):
            return json.loads(content)
    raise WebhookError("No signature is of this secret.")
