"""Run by `python3 -m unittest discover -s clients/python/tests -t clients/python`, against a server of its own."""

import email.utils
import json
import threading
import time
import unittest
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from unittest import mock

from salama import ApiError, CursorExpired, Salama, WebhookError, verify_webhook


class Service(unittest.TestCase):
    """Gives one reply after the other, and keeps what it was asked."""

    def setUp(self):
        self.replies, self.asked, test = [], [], self

        class Handler(BaseHTTPRequestHandler):
            def reply(self):
                body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
                test.asked.append((self.command, self.path, dict(self.headers), body))
                status, headers, content = test.replies.pop(0) if test.replies else (200, {}, {"data": []})
                self.send_response(status)
                for name, value in headers.items():
                    self.send_header(name, value)
                self.end_headers()
                self.wfile.write(content if isinstance(content, bytes) else json.dumps(content).encode())

            do_GET = do_POST = do_DELETE = reply

            def log_message(self, *_):
                pass

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        threading.Thread(target=self.server.serve_forever, args=(0.01,), daemon=True).start()
        self.addCleanup(self.server.server_close)
        self.addCleanup(self.server.shutdown)
        self.api = Salama(f"http://127.0.0.1:{self.server.server_port}", api_key="k")
        self.waited = []
        sleep = mock.patch("time.sleep", self.waited.append)
        sleep.start()
        self.addCleanup(sleep.stop)

    def busy(self, status, retry_after=None, code="unavailable", **more):
        problem = {"type": "", "title": "No.", "status": status, "code": code, "instance": "", "requestId": "r", **more}
        return status, {} if retry_after is None else {"Retry-After": retry_after}, problem


class Requests(Service):
    def test_sends_what_the_operation_takes(self):
        self.api.get_vehicle("KZZ 101D/x")
        self.api.list_nearby_incidents(lat=-1.28, lng=36.82, radius_m=500)
        self.api.list_incidents(category="crash", corroboration="verified")
        method, path, headers, _ = self.asked[0]
        self.assertEqual((method, path, headers["X-Api-Key"]), ("GET", "/api/v1/vehicles/KZZ%20101D%2Fx", "k"))
        self.assertEqual(self.asked[1][1], "/api/v1/incidents/nearby?lat=-1.28&lng=36.82&radiusM=500")

    def test_asks_again_as_late_as_the_service_says(self):
        date = email.utils.formatdate(time.time() + 20, usegmt=True)
        self.replies = [self.busy(429, "7"), self.busy(503, date), (502, {}, b"<h1>502</h1>")]
        self.assertEqual(self.api.list_stops(), {"data": []})
        first, second, third = self.waited
        self.assertTrue(7 <= first <= 9 and 18 <= second <= 23 and 2 <= third <= 4, self.waited)

    def test_gives_up_after_three_more_tries_and_at_once_where_waiting_is_long_or_useless(self):
        self.replies = [self.busy(503)] * 4
        with self.assertRaises(ApiError) as raised:
            self.api.list_stops()
        self.assertEqual((raised.exception.code, len(self.asked)), ("unavailable", 4))
        for reply in [self.busy(429, "3600"), self.busy(500), self.busy(404)]:
            self.replies, before = [reply], len(self.asked)
            with self.assertRaises(ApiError) as raised:
                self.api.list_stops()
            self.assertEqual(len(self.asked), before + 1)

    def test_repeats_what_creates_only_with_an_idempotency_key(self):
        self.replies = [self.busy(503)]
        self.api.create_api_key({"name": "n", "scopes": [], "expiresInDays": 1, "acceptsTerms": True})
        (_, _, first, body), (_, _, second, again) = self.asked
        self.assertEqual((first["Idempotency-Key"], body), (second["Idempotency-Key"], again))
        self.replies = [self.busy(503)]
        with self.assertRaises(ApiError):
            self.api.submit_incident_report({"id": "1", "category": "crash", "place": {"lat": 0, "lng": 0}})
        self.assertEqual(len(self.asked), 3)

    def test_follows_no_redirect_with_the_key(self):
        self.replies = [(302, {"Location": "/elsewhere"}, b"")]
        with self.assertRaises(ApiError):
            Salama(self.api._url, api_key="k", retries=0).list_stops()
        self.assertEqual(len(self.asked), 1)

    def test_reads_a_list_to_its_end(self):
        pages = [(["Koja", "Odeon"], "b"), ([], "c"), (["Kencom"], None)]
        self.replies = [(200, {}, {"data": data, "page": {"nextCursor": cursor}}) for data, cursor in pages]
        self.assertEqual(list(self.api.items(self.api.list_stops, q="ko")), ["Koja", "Odeon", "Kencom"])
        self.assertEqual([path.split("?")[1] for _, path, _, _ in self.asked], ["q=ko", "cursor=b&q=ko", "cursor=c&q=ko"])


class Watching(Service):
    def page(self, ids, cursor, more=False, headers={}, **incident):
        usual = {"category": "crash", "corridor": None, "routes": [], "place": {"lat": -1.28, "lng": 36.82}, **incident}
        data = [{"incidentId": each, "change": "upsert", "incident": usual} for each in ids]
        return 200, headers, {"data": data, "page": {"nextCursor": cursor}, "more": more, "asOf": ""}

    def watch(self, count, **options):
        self.waits = []

        class Stop(threading.Event):
            def wait(_, timeout):
                self.waits.append(timeout)

        watched = self.api.watch_changes(stop=Stop(), **options)
        pages = [next(watched) for _ in range(count)]
        return [([change["incidentId"] for change in changes], cursor) for changes, cursor in pages]

    def test_goes_on_with_the_cursor_and_waits_as_long_as_the_service_says(self):
        spent = {"RateLimit": '"default";r=0;t=95, "day";r=10;t=9999'}
        self.replies = [self.page("a", "1", more=True), self.page("", "2", headers=spent), self.page("", "2")]
        self.replies += [self.busy(503, "3700"), self.page("b", "3")]
        self.assertEqual(self.watch(3), [(["a"], "1"), ([], "2"), (["b"], "3")])
        self.assertEqual([path.split("cursor=")[1:] for _, path, _, _ in self.asked], [[], ["1"], ["2"], ["2"], ["2"]])
        self.assertEqual(self.waits[:2], [95, 60])
        self.assertTrue(3700 <= self.waits[2] <= 3702)

    def test_gives_what_matches_and_what_came_before(self):
        self.replies = [self.page("a", "1"), self.page("ab", "2", category="theft")]
        self.assertEqual(self.watch(2, categories=["crash"]), [(["a"], "1"), (["a"], "2")])

    def test_says_how_to_begin_anew(self):
        errors = [{"path": "cursor", "code": "invalid_cursor", "message": ""}]
        self.replies = [self.busy(422, code="invalid_request", errors=errors)]
        with self.assertRaises(CursorExpired):
            self.watch(1, cursor="old")
        self.replies = [self.busy(403, code="scope_missing")]
        with self.assertRaises(ApiError):
            self.watch(1)


class Webhooks(unittest.TestCase):
    """With the example of the specification."""

    secret, body, at = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw", '{"test": 2432232314}', 1614265330
    headers = {
        "Webhook-Id": "msg_p5jXN8AQM9LWM0D4loKWxJek",
        "Webhook-Timestamp": "1614265330",
        "Webhook-Signature": "v1,AAAA v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=",
    }

    def test_takes_what_is_signed_and_of_now(self):
        with mock.patch("time.time", lambda: self.at + 299):
            self.assertEqual(verify_webhook(self.headers, self.body, self.secret), {"test": 2432232314})
            for headers, body in [(self.headers, "{}"), ({**self.headers, "Webhook-Id": "x"}, self.body), ({}, self.body)]:
                with self.assertRaises(WebhookError):
                    verify_webhook(headers, body, self.secret)
        with mock.patch("time.time", lambda: self.at + 301), self.assertRaises(WebhookError):
            verify_webhook(self.headers, self.body, self.secret)


if __name__ == "__main__":
    unittest.main()
