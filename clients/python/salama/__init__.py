"""The API of Salama: safety and feedback for public transport."""

from .client import Changes, Salama
from .errors import ApiError, CursorExpired
from .webhooks import WebhookError, verify_webhook

__all__ = ["ApiError", "Changes", "CursorExpired", "Salama", "WebhookError", "verify_webhook"]
