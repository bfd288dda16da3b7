# Generated from the OpenAPI document by `npm run openapi -w @salama/api`. Do not edit.
from __future__ import annotations

from typing import List, Literal, Optional, Union

from ._transport import Transport
from .types import (
    AcceptSampledBody,
    AcceptSampledSlotReply,
    AdminAlerts,
    AdminAssignment,
    AdminSacco,
    AdminVehicle,
    AlertSettingsBody,
    AnswerReportBody,
    ApiKey,
    ApiKeyBody,
    ApiKeyPage,
    ApiKeyUsage,
    AssignSlotBody,
    AssigneeBody,
    AssignmentBody,
    AssignmentPage,
    AssignmentSlotReview,
    AuditLogPage,
    AuthorOpened,
    AuthorRestricted,
    BatchUndoBody,
    BeginSecondFactorReply,
    BulkReviewBody,
    CategoriesReply,
    Category,
    Certificate,
    Claim,
    ClaimAnswer,
    ClaimBody,
    Claims,
    ClaimsBody,
    CloseBody,
    CollectionEntry,
    CollectionEntryBody,
    CollectionEntryPage,
    CollectionEntryReceived,
    CollectionEntryState,
    CorridorDetail,
    CorridorIncidentPage,
    CorridorPage,
    CourseContent,
    CreatedApiKey,
    CurrentUser,
    Dashboard,
    DocumentAcceptance,
    DocumentAcceptanceBody,
    EditAssignmentBody,
    EndSessionBody,
    ExportAssignmentPage,
    ExportCollectionEntryPage,
    ExportStageCountPage,
    Feedback,
    FeedbackBody,
    FeedbackReceived,
    FeedbackSummary,
    FreeSlotBody,
    Health,
    IncidentChangePage,
    IncidentDetail,
    IncidentPage,
    IncidentRecord,
    IncidentRecordPage,
    KeepSaccosApartBody,
    KnownVehiclePage,
    LearningCoursePage,
    LearningProgressPage,
    LegalDocument,
    MarkLearningModuleProgressReply,
    MergeBody,
    MergeSaccosBody,
    MergeVehiclesBody,
    ModuleProgressBody,
    NearbyIncidentPage,
    NewVehicleBody,
    OpenAuthorBody,
    OwnData,
    OwnReport,
    OwnReportPage,
    PastIncidentPage,
    PreviewReviewDecisionsReply,
    ReadAlertsBody,
    Release,
    ReleaseBody,
    ReopenBody,
    ReportBody,
    ReportReceived,
    RestoreBody,
    RestoreSaccoBody,
    RestoreVehicleBody,
    RestrictAuthorBody,
    RetireSaccoBody,
    RetireVehicleBody,
    RetractBody,
    ReviewBody,
    ReviewEntry,
    ReviewEntryDetail,
    ReviewKind,
    ReviewQueuePage,
    RolesBody,
    RouteDetail,
    RoutePage,
    RouteRecord,
    Sacco,
    SaccoBody,
    SaccoDuplicatesReply,
    SaccoNameBody,
    SaccoPage,
    SaccoVehiclePage,
    SearchConsoleReply,
    SearchPage,
    SecondFactor,
    SecondFactorBody,
    ServiceAlertsReply,
    ServiceAreaReply,
    SlotSubmission,
    SplitBody,
    StageCountBody,
    StageCountReceived,
    StageRecord,
    StartSessionBody,
    StatsReply,
    Sticker,
    StickerBody,
    StopDetail,
    StopPage,
    SubmitReviewDecisionsReply,
    SubmitSlotBody,
    SurveyorAssignmentPage,
    SurveyorSessionAnswer,
    SurveyorSessionReply,
    SurveyorStatsReply,
    SuspendBody,
    TouchSessionBody,
    UndoBody,
    UndoReviewBatchReply,
    UndoSaccoMergeBody,
    User,
    UserPage,
    Vehicle,
    VehicleBody,
    VehicleCaseReply,
    VehicleFactPage,
    VehicleIncidentPage,
    VehicleMergePreview,
    VehiclePage,
    VehicleRecord,
    VerifySecondFactorReply,
    Vote,
    VoteOnIncidentBody,
    Webhook,
    WebhookBody,
    WebhookSendBody,
    WebhooksReply,
    WithdrawnEntry,
)


class Operations(Transport):
    """One method per operation of the API. Lists answer one page: see `Salama.items`."""

    def get_incident(self, id: str) -> IncidentDetail:
        """Get an incident.
        
        Returns an incident that is or was public. A public id is never reused: a withdrawn or merged incident returns 410 with the reason, or the id that it was merged into."""
        return self._call("GET", f"/api/v1/incidents/{self._segment(id)}")

    def list_nearby_incidents(self, *, lat: float, lng: float, limit: Optional[int] = None, cursor: Optional[str] = None, radius_m: Optional[int] = None, category: Optional[Literal["crash", "hazard", "road_block", "breakdown", "reckless_driving", "overloading", "fare_dispute", "theft", "robbery", "harassment", "assault"]] = None) -> NearbyIncidentPage:
        """List incidents near a place.
        
        Returns live incidents within a radius, nearest first. The response also says whether the place is in the service area, and names its corridor."""
        return self._call("GET", "/api/v1/incidents/nearby", query={"lat": lat, "lng": lng, "limit": limit, "cursor": cursor, "radiusM": radius_m, "category": category})

    def list_categories(self) -> CategoriesReply:
        """List categories.
        
        Returns all categories of reports with their labels, how long they are live, and how precise their place is."""
        return self._call("GET", "/api/v1/categories")

    def list_incidents(self, *, limit: Optional[int] = None, cursor: Optional[str] = None, bbox: Optional[str] = None, category: Optional[str] = None, corroboration: Optional[str] = None, since: Optional[str] = None, until: Optional[str] = None, route_id: Optional[str] = None, stop_id: Optional[str] = None, corridor_id: Optional[str] = None) -> IncidentPage:
        """List the latest incidents.
        
        Returns live incidents that match all filters, most recently seen first. A coarse incident is filtered by its cell, its full hours and the routes of its whole cell."""
        return self._call("GET", "/api/v1/incidents", query={"limit": limit, "cursor": cursor, "bbox": bbox, "category": category, "corroboration": corroboration, "since": since, "until": until, "routeId": route_id, "stopId": stop_id, "corridorId": corridor_id})

    def list_past_incidents(self, *, limit: Optional[int] = None, cursor: Optional[str] = None, bbox: Optional[str] = None, category: Optional[str] = None, corroboration: Optional[str] = None, since: Optional[str] = None, until: Optional[str] = None, route_id: Optional[str] = None, stop_id: Optional[str] = None, corridor_id: Optional[str] = None) -> PastIncidentPage:
        """List incidents that are over.
        
        Returns resolved, expired and archived incidents that match all filters, most recently seen first, from about a minute after they ended. Reports are not crash statistics: they show what riders reported, where riders use this service. Incidents that are never shown individually (harassment, assault) are in the weekly counts of corridors."""
        return self._call("GET", "/api/v1/incidents/history", query={"limit": limit, "cursor": cursor, "bbox": bbox, "category": category, "corroboration": corroboration, "since": since, "until": until, "routeId": route_id, "stopId": stop_id, "corridorId": corridor_id})

    def get_stats(self, *, month: str, by: Optional[Literal["category", "corridor", "route", "band", "weekday"]] = None) -> StatsReply:
        """Get monthly counts.
        
        Returns how many distinct riders reported public incidents in a month, by category and by corridor, route, time of day or weekday. Groups of fewer than five riders are omitted, and the others rounded down to a multiple of five. Months that began more than 90 days ago are empty, because riders can no longer be told apart. Coarse incidents are not counted; what is never shown individually is in the weekly counts of corridors. These are reports, not crash statistics."""
        return self._call("GET", "/api/v1/stats", query={"month": month, "by": by})

    def list_incident_changes(self, *, limit: Optional[int] = None, cursor: Optional[str] = None) -> IncidentChangePage:
        """List changes to the incident feed.
        
        Keeps a copy of all incidents in sync. Start without `cursor`: the first pages contain every incident that changed in the last 30 days, including all live ones. Apply each entry in order: `upsert` replaces the incident with the same id, `gone` removes it. Then call again with `page.nextCursor`: immediately while `more` is true, otherwise about once a minute. Each incident appears once, in its current state, at the position of its last change, and never before a cursor that you have received. An incident is over when its `expiresAt` has passed, even if no change announces it. Changes to a coarse incident appear from the next full hour. A cursor older than 30 days returns 422 at `cursor`: clear the copy and start again."""
        return self._call("GET", "/api/v1/incidents/changes", query={"limit": limit, "cursor": cursor})

    def get_service_alerts(self, *, feed_id: Optional[str] = None) -> ServiceAlertsReply:
        """Get GTFS-Realtime service alerts as JSON.
        
        Live incidents as alerts for trip planners: those with an exact place, on a stop or route of the GTFS feed, and at least as sure as the operator of this service has set (`corroborated` unless it says otherwise). The `id` of an entity is that of the incident, for as long as it is live. The operator may let anyone read it without a credential. This is the JSON of the protocol buffers of `/api/v1/gtfs-rt/alerts.pb`."""
        return self._call("GET", "/api/v1/gtfs-rt/alerts.json", query={"feedId": feed_id})

    def get_service_alerts_pb(self, *, feed_id: Optional[str] = None) -> bytes:
        """Get GTFS-Realtime service alerts.
        
        Live incidents as alerts for trip planners: those with an exact place, on a stop or route of the GTFS feed, and at least as sure as the operator of this service has set (`corroborated` unless it says otherwise). The `id` of an entity is that of the incident, for as long as it is live. The operator may let anyone read it without a credential. Set this URL in OpenTripPlanner, OneBusAway or Transitous."""
        return self._call("GET", "/api/v1/gtfs-rt/alerts.pb", query={"feedId": feed_id}, read="bytes")

    def get_vehicle(self, identifier: str) -> Vehicle:
        """Get a vehicle.
        
        Returns the known facts of a vehicle: its operator, routes, and when a surveyor last confirmed them."""
        return self._call("GET", f"/api/v1/vehicles/{self._segment(identifier)}")

    def list_known_vehicles(self, *, limit: Optional[int] = None, cursor: Optional[str] = None, sacco_id: Optional[str] = None, route_id: Optional[str] = None) -> KnownVehiclePage:
        """List vehicles.
        
        Returns the known vehicles by plate, without retired ones: all, those of an operator group, or those on a route."""
        return self._call("GET", "/api/v1/vehicles", query={"limit": limit, "cursor": cursor, "saccoId": sacco_id, "routeId": route_id})

    def list_vehicle_incidents(self, identifier: str, *, limit: Optional[int] = None, cursor: Optional[str] = None, since: Optional[str] = None) -> VehicleIncidentPage:
        """List incidents of a vehicle.
        
        Returns live and past incidents of the vehicle, most recently seen first. Only corroborated and verified incidents name a vehicle, so an empty list means that nothing was confirmed, not that nothing happened."""
        return self._call("GET", f"/api/v1/vehicles/{self._segment(identifier)}/incidents", query={"limit": limit, "cursor": cursor, "since": since})

    def get_corridor(self, id: str) -> CorridorDetail:
        """Get a corridor.
        
        Returns a trunk road with its line and the routes that use it."""
        return self._call("GET", f"/api/v1/corridors/{self._segment(id)}")

    def get_route(self, id: str) -> RouteDetail:
        """Get a route.
        
        Returns a route with its line and, for each direction, its stops in order."""
        return self._call("GET", f"/api/v1/routes/{self._segment(id)}")

    def get_stop(self, id: str) -> StopDetail:
        """Get a stop.
        
        Returns a stop with its routes, also one that a later feed does not have any more."""
        return self._call("GET", f"/api/v1/stops/{self._segment(id)}")

    def list_routes(self, *, limit: Optional[int] = None, cursor: Optional[str] = None, q: Optional[str] = None, corridor_id: Optional[str] = None, sacco_id: Optional[str] = None) -> RoutePage:
        """List routes.
        
        Returns the routes of the network by short name, with their corridors."""
        return self._call("GET", "/api/v1/routes", query={"limit": limit, "cursor": cursor, "q": q, "corridorId": corridor_id, "saccoId": sacco_id})

    def list_stops(self, *, limit: Optional[int] = None, cursor: Optional[str] = None, q: Optional[str] = None, route_id: Optional[str] = None, bbox: Optional[str] = None) -> StopPage:
        """List stops.
        
        Returns the stops of the network by name: all, those of a route, or those inside a box."""
        return self._call("GET", "/api/v1/stops", query={"limit": limit, "cursor": cursor, "q": q, "routeId": route_id, "bbox": bbox})

    def get_service_area(self, *, lat: Optional[float] = None, lng: Optional[float] = None) -> ServiceAreaReply:
        """Get the service area.
        
        Returns the service area as GeoJSON. With `lat` and `lng` it also says whether that place is in the area, and names its corridor."""
        return self._call("GET", "/api/v1/service-area", query={"lat": lat, "lng": lng})

    def list_corridor_incidents(self, id: str, *, limit: Optional[int] = None, cursor: Optional[str] = None, since: Optional[str] = None) -> CorridorIncidentPage:
        """List incidents on a corridor.
        
        Returns live and past incidents on a corridor, most recently seen first. Coarse incidents belong to the corridor of their cell. `weekly` contains, for the last twelve weeks, the number of riders who reported incidents that are never shown individually (harassment, assault), by week and time of day, from five riders and rounded down to a multiple of five. The counts of a week are published after it has ended and never change."""
        return self._call("GET", f"/api/v1/corridors/{self._segment(id)}/incidents", query={"limit": limit, "cursor": cursor, "since": since})

    def list_corridors(self, *, limit: Optional[int] = None, cursor: Optional[str] = None, lat: Optional[float] = None, lng: Optional[float] = None, geometry: Optional[Literal["true", "false"]] = None) -> CorridorPage:
        """List corridors.
        
        Returns the trunk roads that routes share, by name, or nearest first with `lat` and `lng`."""
        return self._call("GET", "/api/v1/corridors", query={"limit": limit, "cursor": cursor, "lat": lat, "lng": lng, "geometry": geometry})

    def get_sacco(self, id: str) -> Sacco:
        """Get an operator group.
        
        Returns an operator group, also a retired one; of a merged group the one that it was merged into."""
        return self._call("GET", f"/api/v1/saccos/{self._segment(id)}")

    def list_sacco_vehicles(self, id: str, *, limit: Optional[int] = None, cursor: Optional[str] = None, q: Optional[str] = None, corridor_id: Optional[str] = None) -> SaccoVehiclePage:
        """List vehicles of an operator group.
        
        Returns the known vehicles of an operator group, without retired ones, by plate."""
        return self._call("GET", f"/api/v1/saccos/{self._segment(id)}/vehicles", query={"limit": limit, "cursor": cursor, "q": q, "corridorId": corridor_id})

    def list_saccos(self, *, limit: Optional[int] = None, cursor: Optional[str] = None, q: Optional[str] = None, corridor_id: Optional[str] = None, retired: Optional[Literal["true", "false"]] = None) -> SaccoPage:
        """List operator groups.
        
        Returns operator groups by name. Retired groups are omitted unless requested."""
        return self._call("GET", "/api/v1/saccos", query={"limit": limit, "cursor": cursor, "q": q, "corridorId": corridor_id, "retired": retired})

    def search(self, *, q: str, types: Optional[str] = None, lat: Optional[float] = None, lng: Optional[float] = None, limit: Optional[int] = None) -> SearchPage:
        """Search.
        
        Returns vehicles, operator groups, routes, corridors and stops, best match first. Case, accents and punctuation are ignored.
        
        Names that start with the text come first, then names in which each of its words starts a word; spelling mistakes are corrected only if there are neither. With `lat` and `lng`, nearer results rank higher among equals.
        
        The query may include the kind: `central stop`. A query for any stop, such as `bus stop`, returns the nearest ones.
        
        A journey such as `Karen to CBD` returns the routes that serve both, in that order of travel, those with the fewest stops between first.
        
        A vehicle matches by its fleet name, its full public code, its full number plate (ranked first), the first four or more characters of a plate, including a digit, or three or more characters of its number, beginning with three digits (then at most five). A mistake in a plate is corrected only in a full plate with one wrong, missing, extra or swapped character. Shorter queries match no plate, so that plates cannot be enumerated."""
        return self._call("GET", "/api/v1/search", query={"q": q, "types": types, "lat": lat, "lng": lng, "limit": limit})

    def get_health(self, *, ready: Optional[Literal["true", "false"]] = None) -> Health:
        """Check health and readiness.
        
        Returns 200 while the process is running. With `ready=true` the database is checked as well, at most once in five seconds except for the feed: 503 means not ready, and `checks` shows what failed or that the service is overloaded. `degraded` means that everything works but the public feed is late, or that no service area is loaded."""
        return self._call("GET", "/api/v1/health", query={"ready": ready})

    def export_own_data(self) -> OwnData:
        """Export your data.
        
        Returns all data that you provided as one document, with one member for each part of the service."""
        return self._call("GET", "/api/v1/me/export")

    def get_current_user(self) -> CurrentUser:
        """Get the current user.
        
        Returns the user of the access token with their current roles."""
        return self._call("GET", "/api/v1/auth/me")

    def get_second_factor(self) -> SecondFactor:
        """Get your second factor.
        
        Returns whether codes are set up as a second factor, and whether a second factor was verified in this session. A passkey of the console counts as one, and is used there."""
        return self._call("GET", "/api/v1/me/second-factor")

    def begin_second_factor(self) -> BeginSecondFactorReply:
        """Start setting up a second factor.
        
        For admins, who need a second factor before any other admin operation. Creates the secret for an authenticator app (TOTP, RFC 6238: SHA-1, six digits, 30 seconds) and returns it as text, as a URI and as the QR code of the URI. It takes effect once a code has been sent to `…/verify`. Requires a session in which the password was confirmed within the last ten minutes; otherwise 403 `password_required`."""
        return self._call("POST", "/api/v1/me/second-factor")

    def remove_second_factor(self) -> None:
        """Remove your second factor.
        
        Requires a session in which the second factor was verified, and the password confirmed within the last ten minutes. Admin operations are then refused until another one is set up."""
        return self._call("DELETE", "/api/v1/me/second-factor")

    def get_api_key(self, id: str) -> ApiKey:
        """Get an API key.
        
        Returns one of your keys, without the key itself."""
        return self._call("GET", f"/api/v1/api-keys/{self._segment(id)}")

    def revoke_api_key(self, id: str) -> None:
        """Revoke an API key.
        
        Permanently revokes one of your keys. It is refused everywhere within 30 seconds and stays listed as revoked."""
        return self._call("DELETE", f"/api/v1/api-keys/{self._segment(id)}")

    def get_api_key_usage(self, id: str) -> ApiKeyUsage:
        """Get the usage of an API key.
        
        Returns the daily requests with one of your keys over the last 30 days, including today. Servers report their counts about once a minute, so the latest requests may be missing."""
        return self._call("GET", f"/api/v1/api-keys/{self._segment(id)}/usage")

    def list_api_keys(self, *, limit: Optional[int] = None, cursor: Optional[str] = None) -> ApiKeyPage:
        """List your API keys.
        
        Returns your keys: active ones first, then the newest. Revoked and expired keys stay listed. The key itself is never returned again."""
        return self._call("GET", "/api/v1/api-keys", query={"limit": limit, "cursor": cursor})

    def create_api_key(self, body: ApiKeyBody, *, idempotency_key: Optional[str] = None) -> CreatedApiKey:
        """Create an API key.
        
        Creates a key for another system, which sends it as `X-API-KEY`. The response contains the key once; only its hash is stored. An account can have 5 active keys, plus up to 5 replaced keys that stay valid for 24 hours. Because a key cannot be shown twice, a repeat with the same `Idempotency-Key` returns 409 `api_key_already_created` with `keyId`."""
        return self._call("POST", "/api/v1/api-keys", body=body, headers={"Idempotency-Key": self._key(idempotency_key)})

    def list_webhooks(self, id: str) -> WebhooksReply:
        """List the webhooks of an API key.
        
        Returns the webhooks of one of your keys, each with its secret and its last deliveries."""
        return self._call("GET", f"/api/v1/api-keys/{self._segment(id)}/webhooks")

    def set_webhook(self, id: str, body: WebhookBody) -> Webhook:
        """Send changes of incidents to a URL.
        
        Sends every change of `/incidents/changes` from now on that matches the filter, within seconds, as `{"type": "incident.upsert", "timestamp": …, "data": …}` (or `incident.gone`), where `data` is the entry of the feed as it is when it is sent. An incident that was sent once is sent on, also when it no longer matches. Messages are signed as in [Standard Webhooks](https://www.standardwebhooks.com); answer 2xx within 10 seconds. They can arrive twice and out of order: keep the highest `version` of each incident. What fails is tried again after 1, 2, 4, … minutes. After a day without success, or a 410, the webhook is disabled and you get a mail. The same URL again replaces the filter, keeps the secret, and enables it: then it gets what it missed in the last 30 days. A key needs the scope `incidents:read` and has at most 5 webhooks."""
        return self._call("POST", f"/api/v1/api-keys/{self._segment(id)}/webhooks", body=body)

    def get_own_report(self, id: str) -> OwnReport:
        """Get one of your reports.
        
        Returns your report with its state. Other users’ reports return 404."""
        return self._call("GET", f"/api/v1/reports/{self._segment(id)}")

    def withdraw_report(self, id: str) -> None:
        """Withdraw a report.
        
        Withdraws your report in any state. Its incident is recomputed from the remaining reports; if yours was the last one, the incident is withdrawn. Published weekly counts stay. Repeating the request changes nothing."""
        return self._call("DELETE", f"/api/v1/reports/{self._segment(id)}")

    def list_own_reports(self, *, limit: Optional[int] = None, cursor: Optional[str] = None) -> OwnReportPage:
        """List your reports.
        
        Returns your reports with their states, newest first. A report is anonymized 90 days after it is closed and then no longer listed."""
        return self._call("GET", "/api/v1/reports", query={"limit": limit, "cursor": cursor})

    def submit_incident_report(self, body: ReportBody) -> ReportReceived:
        """Submit an incident report.
        
        Submits a report by a rider. It joins a matching incident or opens a new one; reports of harassment and assault are never combined or shown on a map. The client generates the id, so it can retry safely on a poor connection: the same id with the same content returns 200 with the stored report, with different content 409."""
        return self._call("POST", "/api/v1/reports", body=body)

    def get_ride_feedback(self, id: str) -> Feedback:
        """Get one of your ratings.
        
        Returns your rating of a ride as it is stored. Other riders’ ratings are not available individually."""
        return self._call("GET", f"/api/v1/feedback/{self._segment(id)}")

    def get_vehicle_feedback(self, identifier: str) -> FeedbackSummary:
        """Get a vehicle’s feedback summary.
        
        Returns figures of the ratings of the last 90 days, if at least five riders rated the vehicle. Each rider counts once, with the latest ride. Updated once a day. Not available with an API key."""
        return self._call("GET", f"/api/v1/vehicles/{self._segment(identifier)}/feedback-summary")

    def get_sacco_for_admin(self, id: str) -> AdminSacco:
        """Get an operator group.
        
        Returns an operator group with its other names, register numbers, and the groups merged into it."""
        return self._call("GET", f"/api/v1/admin/saccos/{self._segment(id)}")

    def list_sacco_duplicates(self) -> SaccoDuplicatesReply:
        """List possible duplicates of operator groups.
        
        Returns pairs of groups with similar names or aliases, ignoring common words, most similar first. Pairs that an admin marked as distinct are omitted."""
        return self._call("GET", "/api/v1/admin/saccos/duplicates")

    def get_learning_course(self, id: str, *, locale: Optional[Literal["en", "sw"]] = None) -> CourseContent:
        """Get a course.
        
        Returns lessons in Markdown and quiz questions, to read or to save for offline use. The version is the one that the caller started, else the newest; a published version never changes."""
        return self._call("GET", f"/api/v1/learning/courses/{self._segment(id)}", query={"locale": locale})

    def list_learning_courses(self, *, limit: Optional[int] = None, cursor: Optional[str] = None, locale: Optional[Literal["en", "sw"]] = None) -> LearningCoursePage:
        """List courses.
        
        Returns all courses with their modules, in the recommended order, with the caller’s progress."""
        return self._call("GET", "/api/v1/learning/courses", query={"limit": limit, "cursor": cursor, "locale": locale})

    def get_learning_progress(self, *, limit: Optional[int] = None, cursor: Optional[str] = None, locale: Optional[Literal["en", "sw"]] = None) -> LearningProgressPage:
        """Get your progress.
        
        Returns every course that the caller has started, newest first: completed and remaining items by module, and the certificate of a completed course."""
        return self._call("GET", "/api/v1/learning/progress", query={"limit": limit, "cursor": cursor, "locale": locale})

    def get_certificate(self, code: str, *, locale: Optional[Literal["en", "sw"]] = None) -> Certificate:
        """Check a certificate.
        
        Returns the completed course, the date and the name that the holder chose. No other personal data."""
        return self._call("GET", f"/api/v1/learning/certificates/{self._segment(code)}", query={"locale": locale})

    def get_document(self, document_key: str, *, version: Optional[str] = None, locale: Optional[Literal["en", "sw"]] = None) -> LegalDocument:
        """Get a document.
        
        Returns the text of a legal document: the current or the requested version."""
        return self._call("GET", f"/api/v1/documents/{self._segment(document_key)}", query={"version": version, "locale": locale})

    def get_document_acceptance(self, document_key: str) -> DocumentAcceptance:
        """Get your acceptance of a document.
        
        Returns the current version of a legal document and the one that the caller accepted."""
        return self._call("GET", f"/api/v1/documents/{self._segment(document_key)}/acceptance")

    def accept_document(self, document_key: str, body: DocumentAcceptanceBody) -> DocumentAcceptance:
        """Accept a document.
        
        Records that the caller accepts a version of a legal document. A repeat changes nothing: the time of the first acceptance stays."""
        return self._call("PUT", f"/api/v1/documents/{self._segment(document_key)}/acceptance", body=body)

    def get_surveyor_session(self) -> SurveyorSessionReply:
        """Get your session.
        
        Returns your open session, else your latest one; null if you never had one."""
        return self._call("GET", "/api/v1/surveyor/session")

    def get_surveyor_stats(self, *, from_: Optional[str] = None, to: Optional[str] = None) -> SurveyorStatsReply:
        """Get your statistics.
        
        Returns entries by state, by the day in the city on which they were recorded, and hours in sessions. Corrected entries do not count; overlapping sessions count once. `streak` is the number of entries approved in a row, counting back from the last decision."""
        return self._call("GET", "/api/v1/surveyor/stats", query={"from": from_, "to": to})

    def list_surveyor_assignments(self, *, limit: Optional[int] = None, cursor: Optional[str] = None, state: Optional[Literal["open", "mine", "all"]] = None, lat: Optional[float] = None, lng: Optional[float] = None) -> SurveyorAssignmentPage:
        """List assignments.
        
        Returns assignments with their slots, nearest first with `lat` and `lng`, otherwise by due time. `mine` contains your own claims with their leases; other holders are not included."""
        return self._call("GET", "/api/v1/surveyor/assignments", query={"limit": limit, "cursor": cursor, "state": state, "lat": lat, "lng": lng})

    def get_assignment(self, id: str) -> AdminAssignment:
        """Get an assignment.
        
        Returns an assignment with the state, holder and progress of each slot."""
        return self._call("GET", f"/api/v1/admin/assignments/{self._segment(id)}")

    def edit_assignment(self, id: str, body: EditAssignmentBody) -> AdminAssignment:
        """Edit an assignment.
        
        Changes its texts, due time and number of slots; slots can only be added. With a later due time, slots can be claimed again. A closed assignment returns 409 `invalid_transition`."""
        return self._call("PUT", f"/api/v1/admin/assignments/{self._segment(id)}", body=body)

    def list_assignments(self, *, limit: Optional[int] = None, cursor: Optional[str] = None, state: Optional[Literal["open", "closed", "all"]] = None) -> AssignmentPage:
        """List assignments for admins.
        
        Returns assignments, newest first, with the state and holder of each slot."""
        return self._call("GET", "/api/v1/admin/assignments", query={"limit": limit, "cursor": cursor, "state": state})

    def create_assignment(self, body: AssignmentBody, *, idempotency_key: Optional[str] = None) -> AdminAssignment:
        """Create an assignment.
        
        Creates an assignment with a number of slots, at a place, along a corridor or on a route. A repeat with the same `Idempotency-Key` within 24 hours returns the first response; with a different body it is refused."""
        return self._call("POST", "/api/v1/admin/assignments", body=body, headers={"Idempotency-Key": self._key(idempotency_key)})

    def get_assignment_slot(self, id: str, n: int) -> AssignmentSlotReview:
        """Get a slot for review.
        
        Returns the entries recorded under the present claim of a slot, in order of time, each with its entry of the review queue. Decide on them with “Submit review decisions in bulk”. Reading it is noted in the audit log."""
        return self._call("GET", f"/api/v1/admin/assignments/{self._segment(id)}/slots/{self._segment(n)}")

    def get_collection_entry(self, id: str) -> CollectionEntry:
        """Get one of your entries.
        
        Returns your entry with its decision. Other surveyors’ entries return 404."""
        return self._call("GET", f"/api/v1/surveyor/collection-entries/{self._segment(id)}")

    def list_collection_entries(self, *, limit: Optional[int] = None, cursor: Optional[str] = None, session_id: Optional[str] = None, state: Optional[CollectionEntryState] = None) -> CollectionEntryPage:
        """List your entries.
        
        Returns your entries with their decisions, most recently received first. Use it to compare with the entries on your device: `sessionId` returns those of one session, `state=changes_requested` those returned to you."""
        return self._call("GET", "/api/v1/surveyor/collection-entries", query={"limit": limit, "cursor": cursor, "sessionId": session_id, "state": state})

    def submit_vehicle_collection_entry(self, body: CollectionEntryBody) -> CollectionEntryReceived:
        """Submit a vehicle collection entry.
        
        Submits a surveyor’s record of one vehicle for review. The client generates the id: the same id with the same content returns 200 with the stored entry, with different content 409. Entries are accepted however late they arrive; `late` and `contested` only mark them. Entries under a claim belong to its slot, which is submitted with `/surveyor/assignments/{id}/submit`. To correct an entry that was returned or is not decided yet, send a new one with `revises`: the content of an entry never changes, and the reviewer sees both. Once it is decided this returns 409 `invalid_transition`."""
        return self._call("POST", "/api/v1/surveyor/collection-entries", body=body)

    def export_assignments(self, *, from_: Optional[str] = None, to: Optional[str] = None, limit: Optional[int] = None, cursor: Optional[str] = None) -> ExportAssignmentPage:
        """Export assignments as CSV.
        
        Returns rows for analysis, oldest first, at most 1,000 per response. Surveyors appear as codes, the same in every file; notes that may contain contact data are omitted. Includes the target and the result of each slot."""
        return self._call("GET", "/api/v1/admin/field-work/assignments", query={"from": from_, "to": to, "limit": limit, "cursor": cursor})

    def export_collection_entries(self, *, from_: Optional[str] = None, to: Optional[str] = None, limit: Optional[int] = None, cursor: Optional[str] = None) -> ExportCollectionEntryPage:
        """Export recorded vehicles as CSV.
        
        Returns rows for analysis, oldest first, at most 1,000 per response. Surveyors appear as codes, the same in every file; notes that may contain contact data are omitted. Includes both a correction and the entry that it replaces."""
        return self._call("GET", "/api/v1/admin/field-work/entries", query={"from": from_, "to": to, "limit": limit, "cursor": cursor})

    def export_stage_counts(self, *, from_: Optional[str] = None, to: Optional[str] = None, limit: Optional[int] = None, cursor: Optional[str] = None) -> ExportStageCountPage:
        """Export stop counts as CSV.
        
        Returns rows for analysis, oldest first, at most 1,000 per response. Surveyors appear as codes, the same in every file; notes that may contain contact data are omitted. One row for each route and quarter of an hour with a count."""
        return self._call("GET", "/api/v1/admin/field-work/stage-counts", query={"from": from_, "to": to, "limit": limit, "cursor": cursor})

    def get_review_entry(self, id: str) -> ReviewEntryDetail:
        """Get a review entry.
        
        Returns the entry with its subject, related records, history and the available reasons for a decision. The author’s identity is never included, only counts. If the subject is sensitive, all times are rounded to the full hour, except those of decisions and claims."""
        return self._call("GET", f"/api/v1/admin/review-queue/{self._segment(id)}")

    def list_review_queue(self, *, limit: Optional[int] = None, cursor: Optional[str] = None, kind: Optional[ReviewKind] = None, state: Optional[Literal["open", "closed", "accepted", "pending", "claimed", "escalated", "approved", "approved_with_edits", "changes_requested", "rejected", "duplicate", "withdrawn"]] = None, category: Optional[Literal["crash", "hazard", "road_block", "breakdown", "reckless_driving", "overloading", "fare_dispute", "theft", "robbery", "harassment", "assault"]] = None, mine: Optional[Literal["true", "false"]] = None, unassigned: Optional[Literal["true", "false"]] = None, q: Optional[str] = None, photos: Optional[Literal["true", "false"]] = None, overdue: Optional[Literal["true", "false"]] = None, odd: Optional[Literal["true", "false"]] = None, sort: Optional[Literal["due", "age", "kind", "place", "record"]] = None, from_: Optional[str] = None, to: Optional[str] = None, late: Optional[Literal["true", "false"]] = None, target_s: Optional[int] = None, surveyor_id: Optional[str] = None) -> ReviewQueuePage:
        """List the review queue.
        
        Returns entries of all kinds. Without `state`, or with `open`: open entries by due time, including those whose claim has expired. With `closed` or a decision: decided entries, latest first. For sensitive subjects (not public as a point, or of a category that is always reviewed first) the author’s times are rounded to the full hour."""
        return self._call("GET", "/api/v1/admin/review-queue", query={"limit": limit, "cursor": cursor, "kind": kind, "state": state, "category": category, "mine": mine, "unassigned": unassigned, "q": q, "photos": photos, "overdue": overdue, "odd": odd, "sort": sort, "from": from_, "to": to, "late": late, "targetS": target_s, "surveyorId": surveyor_id})

    def get_incident_record(self, id: str) -> IncidentRecord:
        """Get an incident with its reports.
        
        Returns all details of an incident for reviewers, including one that is merged, retracted or not public yet. Reporters and voters are never included. For a sensitive incident the times of reports and of its history are rounded to the full hour."""
        return self._call("GET", f"/api/v1/admin/incidents/{self._segment(id)}")

    def list_incident_records(self, *, limit: Optional[int] = None, cursor: Optional[str] = None, q: Optional[str] = None, category: Optional[Category] = None, state: Optional[Literal["standing", "live", "over", "gone"]] = None, corroboration: Optional[Literal["unverified", "corroborated", "verified", "disputed", "refuted"]] = None, from_: Optional[str] = None, to: Optional[str] = None, corridor_id: Optional[str] = None, least: Optional[int] = None, most: Optional[int] = None, least_severity: Optional[int] = None, bbox: Optional[str] = None) -> IncidentRecordPage:
        """List incidents for reviewers.
        
        Returns incidents for reviewers, public or not, by their first report, newest first. `q` is an id, the start of a plate, a category, a word of a note, or the name of a stop, main road, vehicle or operator. Coarse incidents are sorted by the full hour."""
        return self._call("GET", "/api/v1/admin/incidents", query={"limit": limit, "cursor": cursor, "q": q, "category": category, "state": state, "corroboration": corroboration, "from": from_, "to": to, "corridorId": corridor_id, "least": least, "most": most, "leastSeverity": least_severity, "bbox": bbox})

    def list_vehicle_facts(self, id: str, *, limit: Optional[int] = None, cursor: Optional[str] = None) -> VehicleFactPage:
        """List versions of a vehicle’s facts.
        
        Returns every version of a vehicle’s facts, newest first, with the surveyor, time, session and reviewer. Versions are never changed or removed. An older observation that was approved later is a version too, but not the current one. Empty for a vehicle that no surveyor has recorded."""
        return self._call("GET", f"/api/v1/admin/vehicles/{self._segment(id)}/facts", query={"limit": limit, "cursor": cursor})

    def list_vehicles(self, *, limit: Optional[int] = None, cursor: Optional[str] = None, q: Optional[str] = None, sacco_id: Optional[str] = None, route_id: Optional[str] = None, state: Optional[Literal["in_use", "retired"]] = None) -> VehiclePage:
        """List vehicles.
        
        Returns vehicles by plate, with the latest version number of their facts."""
        return self._call("GET", "/api/v1/admin/vehicles", query={"limit": limit, "cursor": cursor, "q": q, "saccoId": sacco_id, "routeId": route_id, "state": state})

    def create_vehicle(self, body: NewVehicleBody, *, idempotency_key: Optional[str] = None) -> AdminVehicle:
        """Create a vehicle.
        
        Creates a vehicle that no surveyor has recorded yet, with its own public code. An unusual plate is refused unless `unusualPlate` confirms that it was checked. Returns 409 `plate_taken` also if a retired or merged vehicle has the plate."""
        return self._call("POST", "/api/v1/admin/vehicles", body=body, headers={"Idempotency-Key": self._key(idempotency_key)})

    def get_vehicle_case(self, id: str) -> VehicleCaseReply:
        """Get everything about a vehicle.
        
        Returns the incidents, reports, ratings and collection entries of a vehicle, newest first, at most 200. An author is a number that holds in this case only, with counts of how their last hundred submissions were decided and with what admins decided about them. Sensitive times are rounded to the full hour. Reading it is noted in the audit log."""
        return self._call("GET", f"/api/v1/admin/vehicles/{self._segment(id)}/case")

    def get_vehicle_for_admin(self, id: str) -> VehicleRecord:
        """Get a vehicle.
        
        Returns a vehicle and the vehicles merged into it. The id of a merged vehicle returns the vehicle that it was merged into."""
        return self._call("GET", f"/api/v1/admin/vehicles/{self._segment(id)}")

    def edit_vehicle(self, id: str, body: VehicleBody) -> AdminVehicle:
        """Edit a vehicle.
        
        Stores all facts of the vehicle as a new version, with a reason. `checkedAt` does not change, because nobody observed the vehicle, and a later observation by a surveyor replaces the edit. Sending the current facts creates no new version. A vehicle that was only mentioned is registered."""
        return self._call("PUT", f"/api/v1/admin/vehicles/{self._segment(id)}", body=body)

    def preview_vehicle_merge(self, id: str, *, into: str) -> VehicleMergePreview:
        """Preview a merge of two vehicles.
        
        Returns the number of reports, incidents, ratings and entries that would be moved. Nothing is changed."""
        return self._call("GET", f"/api/v1/admin/vehicles/{self._segment(id)}/merge", query={"into": into})

    def merge_vehicles(self, id: str, body: MergeVehiclesBody) -> VehicleRecord:
        """Merge a vehicle into another one.
        
        Moves reports, incidents, ratings and entries to the kept vehicle; the id, plate and public code redirect there. A rider who rated both counts once. It cannot be undone. Repeating the request changes nothing."""
        return self._call("POST", f"/api/v1/admin/vehicles/{self._segment(id)}/merge", body=body)

    def get_route_for_admin(self, id: str) -> RouteRecord:
        """Get a route with related records.
        
        Returns its stops in order, and its numbers of vehicles, live incidents and open assignments."""
        return self._call("GET", f"/api/v1/admin/routes/{self._segment(id)}")

    def get_stage_for_admin(self, id: str) -> StageRecord:
        """Get a stop with related records.
        
        Returns its routes, and the reports, assignments and entries there. The id of any of its boarding points returns the stop."""
        return self._call("GET", f"/api/v1/admin/stages/{self._segment(id)}")

    def get_user_roles(self, user_id: str) -> User:
        """Get a user’s roles.
        
        Returns the user, their current roles, and the version that a change requires."""
        return self._call("GET", f"/api/v1/admin/users/{self._segment(user_id)}/roles")

    def replace_user_roles(self, user_id: str, body: RolesBody) -> User:
        """Set a user’s roles.
        
        Sets exactly these roles, effective from the user’s next request. You cannot change your own roles, and at least one admin must remain: if two demote each other at the same moment, one gets 409 `last_admin`. If the same admin repeats the change after a lost response, the current state is returned. The reason is stored in the audit log."""
        return self._call("PUT", f"/api/v1/admin/users/{self._segment(user_id)}/roles", body=body)

    def list_users(self, *, limit: Optional[int] = None, cursor: Optional[str] = None, q: Optional[str] = None, role: Optional[Literal["rider", "surveyor", "admin"]] = None) -> UserPage:
        """List users.
        
        Returns users by e-mail, with their roles. Users of another issuer, of whom only the id is known, come last."""
        return self._call("GET", "/api/v1/admin/users", query={"limit": limit, "cursor": cursor, "q": q, "role": role})

    def search_console(self, *, q: str) -> SearchConsoleReply:
        """Search all records.
        
        Searches vehicles, operators, users, assignments, incidents, main roads, routes and stops by id or text, with up to six results of each. Unlike the public search it matches any part of a plate."""
        return self._call("GET", "/api/v1/admin/search", query={"q": q})

    def export_audit_log(self, *, action: Optional[str] = None, subject_kind: Optional[str] = None, subject_id: Optional[str] = None, actor_id: Optional[str] = None, q: Optional[str] = None, from_: Optional[str] = None, to: Optional[str] = None, limit: Optional[int] = None, cursor: Optional[str] = None) -> str:
        """Export the audit log as CSV.
        
        Returns the entries as a CSV file (RFC 4180, UTF-8, with a header line), newest first, 1,000 per file unless `limit` sets another number. If there are more, a `Link` header with `rel="next"` has the URL of the next file. Cells that a spreadsheet would interpret as a formula start with an apostrophe."""
        return self._call("GET", "/api/v1/admin/audit-log/export", query={"action": action, "subjectKind": subject_kind, "subjectId": subject_id, "actorId": actor_id, "q": q, "from": from_, "to": to, "limit": limit, "cursor": cursor}, read="text")

    def list_audit_log(self, *, limit: Optional[int] = None, cursor: Optional[str] = None, action: Optional[str] = None, subject_kind: Optional[str] = None, subject_id: Optional[str] = None, actor_id: Optional[str] = None, q: Optional[str] = None, from_: Optional[str] = None, to: Optional[str] = None) -> AuditLogPage:
        """List the audit log.
        
        Returns privileged actions with actor, subject and reason, newest first. Filters are combined."""
        return self._call("GET", "/api/v1/admin/audit-log", query={"limit": limit, "cursor": cursor, "action": action, "subjectKind": subject_kind, "subjectId": subject_id, "actorId": actor_id, "q": q, "from": from_, "to": to})

    def list_admin_alerts(self, *, after: Optional[int] = None) -> AdminAlerts:
        """List alerts for admins.
        
        Returns alerts about reported injuries and assaults, overdue entries, places that a surveyor left as unsafe, and a stopped public feed. With `after` only newer ones."""
        return self._call("GET", "/api/v1/admin/alerts", query={"after": after})

    def get_dashboard(self, *, from_: Optional[str] = None, to: Optional[str] = None) -> Dashboard:
        """Get the dashboard.
        
        Returns figures over a period: queue and response times, decisions, corroboration, categories by week, incidents by grid cells of a kilometre, and field work; the main figures also for the preceding period. No figure identifies a rider, a vehicle or an exact place."""
        return self._call("GET", "/api/v1/admin/dashboard", query={"from": from_, "to": to})

    def verify_second_factor(self, body: SecondFactorBody) -> VerifySecondFactorReply:
        """Verify your second factor.
        
        Accepts a code of the authenticator app, or a recovery code, which works once. Afterwards this session can use admin operations until it ends. The first code of a new factor activates it and returns its recovery codes. If that response is lost, verify the next code in the same session within ten minutes: it returns new recovery codes, and the earlier ones no longer work. An incorrect code returns 422 `wrong_code`; more than five attempts in 15 minutes return 429, which the console counts separately for each browser that verified the second factor before."""
        return self._call("POST", "/api/v1/me/second-factor/verify", body=body)

    def rotate_api_key(self, id: str, *, idempotency_key: Optional[str] = None) -> CreatedApiKey:
        """Replace an API key.
        
        Creates a new key with the name, scopes and lifetime of an active one. The old key stays valid for 24 hours, so that the other system can switch. It stays `active` until then, but cannot be replaced again (409 `invalid_transition`); at most 5 keys can be in this period. A repeat with the same `Idempotency-Key` returns 409 `api_key_already_created` with `keyId`."""
        return self._call("POST", f"/api/v1/api-keys/{self._segment(id)}/rotate", headers={"Idempotency-Key": self._key(idempotency_key)})

    def rotate_webhook_secret(self, id: str) -> Webhook:
        """Replace the secret of a webhook.
        
        Returns the webhook with a new secret. For 24 hours messages are signed with both."""
        return self._call("POST", f"/api/v1/webhooks/{self._segment(id)}/secret")

    def send_webhook(self, id: str, body: WebhookSendBody) -> Webhook:
        """Send a test, or a message again.
        
        Sends `{"type": "test", …}` once, also to a disabled webhook; with `deliveryId` what that delivery is about, as it is now. The result is in `deliveries` after a few seconds."""
        return self._call("POST", f"/api/v1/webhooks/{self._segment(id)}/deliveries", body=body)

    def answer_report(self, id: str, body: AnswerReportBody) -> OwnReport:
        """Answer a reviewer’s question.
        
        Returns your report to the reviewers with the answer. Repeating the same answer changes nothing. Returns 409 `invalid_transition` if there is no open question."""
        return self._call("POST", f"/api/v1/reports/{self._segment(id)}/answer", body=body)

    def submit_ride_feedback(self, body: FeedbackBody) -> FeedbackReceived:
        """Submit ride feedback.
        
        Submits a rider’s rating of a ride: stars, tags, and a comment that is never public. One per rider, vehicle and two hours. A vehicle that is not known may be rated by a number plate of the city’s form. The client generates the id, so it can retry safely on a poor connection: the same id with the same content returns 200 with the stored rating, with different content 409."""
        return self._call("POST", "/api/v1/feedback", body=body)

    def create_sacco(self, body: SaccoBody, *, idempotency_key: Optional[str] = None) -> AdminSacco:
        """Create an operator group.
        
        Creates a group that is not in the register. If its name is the name or an alias of another group, 409 `alias_taken` returns that group."""
        return self._call("POST", "/api/v1/admin/saccos", body=body, headers={"Idempotency-Key": self._key(idempotency_key)})

    def merge_saccos(self, id: str, body: MergeSaccosBody) -> AdminSacco:
        """Merge an operator group into another one.
        
        Moves vehicles, aliases and register numbers to the other group; the name becomes an alias there, and the id and slug redirect there. Returns the other group. Can be undone for seven days. Repeating the request changes nothing."""
        return self._call("POST", f"/api/v1/admin/saccos/{self._segment(id)}/merge", body=body)

    def undo_sacco_merge(self, id: str, body: UndoSaccoMergeBody) -> AdminSacco:
        """Undo a merge of operator groups.
        
        Possible within seven days. Restores the group with those of its vehicles, aliases and numbers that have not been moved since."""
        return self._call("POST", f"/api/v1/admin/saccos/{self._segment(id)}/split", body=body)

    def restore_sacco(self, id: str, body: RestoreSaccoBody) -> AdminSacco:
        """Restore a retired operator group.
        
        Lists, pickers and search include it again. Repeating the request changes nothing."""
        return self._call("POST", f"/api/v1/admin/saccos/{self._segment(id)}/restore", body=body)

    def retire_sacco(self, id: str, body: RetireSaccoBody) -> AdminSacco:
        """Retire an operator group.
        
        For a group that no longer operates: lists, pickers and search omit it. Its page, vehicles and history stay, and its names stay reserved. Repeating the request changes nothing."""
        return self._call("POST", f"/api/v1/admin/saccos/{self._segment(id)}/retire", body=body)

    def end_surveyor_session(self, body: EndSessionBody) -> SurveyorSessionAnswer:
        """End a session.
        
        Ends a session now or at a time in the past, including an abandoned one. The first end is final: repeating the request returns the stored session. Entries are accepted for another seven days and marked late; later ones are held for an admin."""
        return self._call("POST", "/api/v1/surveyor/session/end", body=body)

    def start_surveyor_session(self, body: StartSessionBody) -> SurveyorSessionAnswer:
        """Start a session.
        
        Opens a session, now or at a time in the past, so that work done offline can be submitted later. The same id with the same content returns 200 with the stored session. Only one session can be open; starting another returns 409 `session_already_open` with that `session`. A session that is received after its 14 hours have passed is stored as abandoned, even if another one is open. A place outside the service area is accepted; see `location`."""
        return self._call("POST", "/api/v1/surveyor/session/start", body=body)

    def touch_surveyor_session(self, body: TouchSessionBody) -> SurveyorSessionAnswer:
        """Keep a session open.
        
        Extends the session by three hours, within 14 hours of its start, and renews the lease of your slot for two hours, within 12 hours of its claim."""
        return self._call("POST", "/api/v1/surveyor/session/touch", body=body)

    def claim_assignment_slot(self, id: str, body: ClaimBody) -> ClaimAnswer:
        """Claim a slot.
        
        Claims an available slot for two hours; touching your session renews it, up to 12 hours in total. Up to five slots at a time, each of another assignment (409 `claim_limit`). If you already hold a slot of the assignment, it is returned, and its lease becomes an offline one if requested. If another surveyor was faster, returns 409 `slot_taken`. Requires the course "Surveyor basics"; otherwise 403 `not_eligible` with `course`."""
        return self._call("POST", f"/api/v1/surveyor/assignments/{self._segment(id)}/claim", body=body)

    def claim_assignment_slots(self, body: ClaimsBody) -> Claims:
        """Claim slots of several assignments.
        
        Claims a slot of each assignment in one transaction, in the order given, as `claimAssignmentSlot` does. Returns what was claimed, and for each other assignment why it was not."""
        return self._call("POST", "/api/v1/surveyor/assignments/claims", body=body)

    def release_assignment_slot(self, id: str, body: ReleaseBody) -> Release:
        """Release a slot.
        
        Releases the slot that you claimed under the token for others to claim; with `blocked` it records why the work cannot be done, and the slot is not offered again. Repeating the request returns the stored slot."""
        return self._call("POST", f"/api/v1/surveyor/assignments/{self._segment(id)}/release", body=body)

    def submit_assignment_slot(self, id: str, body: SubmitSlotBody) -> SlotSubmission:
        """Submit a slot.
        
        Marks the slot that you claimed under the token as finished, so that you can claim another one. Send it after the entries and stop counts; without any it returns 409 `nothing_recorded`. Possible also after the lease has ended, as long as nobody else has claimed the slot. When a lease ends, what was recorded is submitted automatically. Repeating the request returns the stored slot."""
        return self._call("POST", f"/api/v1/surveyor/assignments/{self._segment(id)}/submit", body=body)

    def assign_assignment_slot(self, id: str, n: int, body: AssignSlotBody) -> AdminAssignment:
        """Assign a slot to a surveyor.
        
        The surveyor holds the slot for 12 hours, as for offline work, and is notified. The previous holder loses it; recorded entries are kept. `holderId` must be the current holder, otherwise 409 `slot_taken`. A user who is not a surveyor or is suspended returns 422 at `surveyorId`; one who has not passed the course 403 `not_eligible`; one who already holds a slot 409 `claim_limit`. A closed or overdue assignment, or a blocked or submitted slot, returns 409 `invalid_transition`. Assigning it to its current holder changes nothing."""
        return self._call("POST", f"/api/v1/admin/assignments/{self._segment(id)}/slots/{self._segment(n)}/assign", body=body)

    def close_assignment(self, id: str, body: CloseBody) -> AdminAssignment:
        """Close an assignment.
        
        Slots can no longer be claimed. Claimed slots can still be submitted. A closed assignment cannot be reopened. Repeating the request changes nothing."""
        return self._call("POST", f"/api/v1/admin/assignments/{self._segment(id)}/close", body=body)

    def free_assignment_slot(self, id: str, n: int, body: FreeSlotBody) -> AdminAssignment:
        """Free a slot.
        
        Makes a blocked or claimed slot available again. Recorded entries are kept. A submitted slot is decided in review and returns 409 `invalid_transition`."""
        return self._call("POST", f"/api/v1/admin/assignments/{self._segment(id)}/slots/{self._segment(n)}/free", body=body)

    def accept_sampled_slot(self, id: str, n: int, body: AcceptSampledBody) -> AcceptSampledSlotReply:
        """Accept a slot by a sample.
        
        Accepts all plain open entries of a slot once a sample of them was looked at and found good: the first of `sampling.entries`, at least five or all. Entries with `oddities`, or that do not count, are not among them. Returns 409 `invalid_transition` if it is not offered or the entries have changed. Each batch can be undone as a bulk decision."""
        return self._call("POST", f"/api/v1/admin/assignments/{self._segment(id)}/slots/{self._segment(n)}/accept-sampled", body=body)

    def withdraw_collection_entry(self, id: str) -> WithdrawnEntry:
        """Withdraw an entry.
        
        Withdraws your entry if it is not decided yet or was returned: it leaves the review and does not count. Repeating the request returns the stored entry; a decided entry returns 409 `invalid_transition`."""
        return self._call("POST", f"/api/v1/surveyor/collection-entries/{self._segment(id)}/withdraw")

    def submit_stage_count(self, body: StageCountBody) -> StageCountReceived:
        """Submit a stop count.
        
        Submits the vehicles that a surveyor counted at a stop, each with its route and time. The client generates the id: the same id with the same content returns 200 with the stored count, with different content 409. Counts are accepted however late they arrive. A slot of a `stage_count` is complete when it is submitted with its counts."""
        return self._call("POST", "/api/v1/surveyor/stage-counts", body=body)

    def open_author(self, id: str, kind: Literal["report", "feedback", "collection_entry"], body: OpenAuthorBody) -> AuthorOpened:
        """See more of an author.
        
        Returns the exact times of a submission and what else its author sent, never who they are. The reason is stored in the audit log."""
        return self._call("POST", f"/api/v1/admin/submissions/{self._segment(kind)}/{self._segment(id)}/author", body=body)

    def restrict_author(self, id: str, kind: Literal["report", "feedback", "collection_entry"], body: RestrictAuthorBody) -> AuthorRestricted:
        """Restrict an author.
        
        Restricts the author of a report, rating or collection entry without naming them, or lifts that. `hold`: what they report and rate waits for a reviewer, and none of their collection entries is decided in bulk. `limit`: two reports and two ratings a day, or 30 collection entries. Both end after 90 days. `suspend`: as “Suspend an account”; a device without an account cannot be suspended. Repeating the request changes nothing."""
        return self._call("POST", f"/api/v1/admin/submissions/{self._segment(kind)}/{self._segment(id)}/author/restrict", body=body)

    def claim_review_entry(self, id: str) -> ReviewEntry:
        """Claim an entry.
        
        Reserves the entry for you for 15 minutes; repeating the request renews the claim. While a colleague has claimed it, returns 409 `entry_claimed`. The version does not change."""
        return self._call("POST", f"/api/v1/admin/review-queue/{self._segment(id)}/claim")

    def release_review_entry(self, id: str) -> ReviewEntry:
        """Release an entry.
        
        Ends your claim early. Without a claim nothing changes."""
        return self._call("POST", f"/api/v1/admin/review-queue/{self._segment(id)}/release")

    def reopen_review_entry(self, id: str, body: ReopenBody) -> ReviewEntry:
        """Reopen an entry.
        
        Returns a rejected or duplicate subject to the queue as a new entry, also after the 24 hours in which its decision can be undone. The earlier decision stays in the history and the audit log. Otherwise returns 409 `invalid_transition`, with `because`: `not_rejected`, `decided_again` or `subject_changed`. Repeating the request returns the same new entry."""
        return self._call("POST", f"/api/v1/admin/review-queue/{self._segment(id)}/reopen", body=body)

    def watch_review_entry(self, id: str) -> ReviewEntry:
        """Mark an entry as open.
        
        Shows you to colleagues among its `viewers` for 45 seconds, without blocking anyone. Returns the current entry; if its version differs, read it again."""
        return self._call("POST", f"/api/v1/admin/review-queue/{self._segment(id)}/watch")

    def agree_to_review_reversal(self, id: str, body: UndoBody) -> ReviewEntry:
        """Agree to a reversal.
        
        Reverses the decision that a colleague asked to reverse: the entry is in the queue again with its subject, and a week that counted it is corrected with the next publication. Both reasons are in the history and the audit log. Of two who agree the second gets 409 `version_conflict`. Otherwise returns 409 `invalid_transition`, with `because`: as for an undo, or `can_be_undone` (within 24 hours), `can_be_reopened` (rejected or a duplicate), `already_asked`, `not_asked` (withdrawn, expired or agreed to), `asked_by_you` or `asked_by_other`."""
        return self._call("POST", f"/api/v1/admin/review-queue/{self._segment(id)}/reversal/agreement", body=body)

    def ask_review_reversal(self, id: str, body: UndoBody) -> ReviewEntry:
        """Ask a colleague to agree to a reversal.
        
        Asks that a decision which is older than 24 hours is reversed. Another admin agrees within seven days, or you withdraw it; admins get an alert. Repeating the request changes nothing. Otherwise returns 409 `invalid_transition`, with `because`: as for an undo, or `can_be_undone` (within 24 hours), `can_be_reopened` (rejected or a duplicate), `already_asked`, `not_asked` (withdrawn, expired or agreed to), `asked_by_you` or `asked_by_other`."""
        return self._call("POST", f"/api/v1/admin/review-queue/{self._segment(id)}/reversal", body=body)

    def withdraw_review_reversal(self, id: str) -> ReviewEntry:
        """Withdraw a request for a reversal.
        
        Ends your request, so that nobody can agree to it any more. Without one nothing changes. That of a colleague returns 409 `invalid_transition`, with `because`: `asked_by_other`."""
        return self._call("DELETE", f"/api/v1/admin/review-queue/{self._segment(id)}/reversal")

    def submit_review_decision(self, body: ReviewBody) -> ReviewEntry:
        """Submit a review decision.
        
        Decides on an entry, claiming it if it is unclaimed. The decision and its effects on the subject are applied in one transaction. Requires the version that you saw, a reason unless you approve, and a reviewer who did not submit the subject. Repeating the same decision returns the original result. It can be undone until `undoUntil`. If the author has withdrawn the subject, returns 409 `invalid_transition` with `currentState` `withdrawn`."""
        return self._call("POST", "/api/v1/admin/review", body=body)

    def undo_review_decision(self, id: str, body: UndoBody) -> ReviewEntry:
        """Undo a decision.
        
        Within 24 hours of a decision, returns the entry to the queue and restores its subject: a report with its photos and incident, a rating, a collection entry with the vehicle’s facts, or a disputed incident. An incident that was removed by the decision is available again under its own id, a coarse one from the next full hour. The decision stays in the history and the audit log, with who undid it and why. An escalation can be undone while no other admin has claimed the entry. Repeating the request returns the original result. Otherwise returns 409 `invalid_transition`, with `because`: `not_decided`, `too_late`, `decided_again` (the subject returned to the queue since), `subject_changed` (its author withdrew or replaced it), `incident_changed` (the incident was merged, split or retracted since) or `vehicle_changed` (a newer version of the facts depends on it)."""
        return self._call("POST", f"/api/v1/admin/review-queue/{self._segment(id)}/undo", body=body)

    def preview_review_decisions(self, body: BulkReviewBody) -> PreviewReviewDecisionsReply:
        """Preview review decisions.
        
        Returns the expected result of one decision for each of up to 300 entries of one kind: the resulting state of its subject, or the error code. Nothing is changed. An entry with `oddities` returns `needs_own_review`, because it must be reviewed individually, unless it is escalated, or returned or rejected by a decision of its own."""
        return self._call("POST", "/api/v1/admin/review/preview", body=body)

    def submit_review_decisions(self, body: BulkReviewBody) -> SubmitReviewDecisionsReply:
        """Submit review decisions in bulk.
        
        Applies one decision to up to 300 entries of one kind, in one transaction. An error for one (`problem`) does not affect the others; `unavailable` can be retried. An entry with `oddities` returns `needs_own_review`, because it must be reviewed individually, unless it is escalated, or returned or rejected by a decision of its own. Repeating the request returns the original results. The audit log has one event for all. Each decision can be undone individually, and all of them together: `batch`."""
        return self._call("POST", "/api/v1/admin/review/bulk", body=body)

    def undo_review_batch(self, id: str, body: BatchUndoBody) -> UndoReviewBatchReply:
        """Undo a bulk decision.
        
        Within 24 hours of a bulk decision, undoes all of its decisions that still stand, in one transaction with one event in the audit log. Those that cannot be undone are in `refused`, with the reasons of “Undo a decision”; repeating the request tries only these again. After 24 hours returns 409 `invalid_transition` with `because` `too_late`."""
        return self._call("POST", f"/api/v1/admin/review/batches/{self._segment(id)}/undo", body=body)

    def merge_incident(self, id: str, body: MergeBody) -> IncidentRecord:
        """Merge an incident into another one.
        
        Moves the reports of this incident to the other one, which must have the same category and visibility; this id then returns 410 with the other’s id. Can be undone for seven days. Requires both versions that you saw, and an admin who neither reported nor voted on either. Repeating the request returns the original result."""
        return self._call("POST", f"/api/v1/admin/incidents/{self._segment(id)}/merge", body=body)

    def restore_incident(self, id: str, body: RestoreBody) -> IncidentRecord:
        """Undo a retraction.
        
        Within seven days, publishes a retracted incident again under its own id, recomputed from its current reports; a dispute that was closed with it is reopened. A refuted incident is restored by undoing that decision. Later, or if no report is left, returns 409 `invalid_transition`. Repeating the request returns the original result."""
        return self._call("POST", f"/api/v1/admin/incidents/{self._segment(id)}/restore", body=body)

    def retract_incident(self, id: str, body: RetractBody) -> IncidentRecord:
        """Retract an incident.
        
        Removes the incident from public view: its id returns 410 `retracted` immediately (a coarse one from the next full hour) until it is restored. Its reports do not change. A dispute about it is closed. Repeating the request returns the original result."""
        return self._call("POST", f"/api/v1/admin/incidents/{self._segment(id)}/retract", body=body)

    def split_incident(self, id: str, body: SplitBody) -> IncidentRecord:
        """Undo a merge.
        
        Within seven days, separates a merged incident again: its reports return to it, its id is available again, and the other incident is recomputed from its remaining reports. Reports that joined the other since stay there. Later, or if the other was merged or retracted itself, or none of the reports is left, returns 409 `invalid_transition`."""
        return self._call("POST", f"/api/v1/admin/incidents/{self._segment(id)}/split", body=body)

    def restore_vehicle(self, id: str, body: RestoreVehicleBody) -> AdminVehicle:
        """Restore a retired vehicle.
        
        Lists, pickers and search include it again. Repeating the request changes nothing."""
        return self._call("POST", f"/api/v1/admin/vehicles/{self._segment(id)}/restore", body=body)

    def retire_vehicle(self, id: str, body: RetireVehicleBody) -> AdminVehicle:
        """Retire a vehicle.
        
        For a vehicle that is no longer on the road: lists, pickers and search omit it. Its page, plate, sticker and history stay, and reports about it are still accepted. Repeating the request changes nothing."""
        return self._call("POST", f"/api/v1/admin/vehicles/{self._segment(id)}/retire", body=body)

    def reinstate_user(self, user_id: str, body: SuspendBody) -> User:
        """End a suspension.
        
        The user can sign in again. Revoked API keys stay revoked. Repeating the request changes nothing."""
        return self._call("POST", f"/api/v1/admin/users/{self._segment(user_id)}/reinstate", body=body)

    def reset_second_factor(self, user_id: str, body: SuspendBody) -> User:
        """Reset a colleague’s second factor.
        
        For a colleague who lost both their phone and recovery codes: they can sign in with the password alone, are notified by e-mail, and can set up a new one. Requires a session in which the password was confirmed within the last ten minutes; otherwise 403 `password_required`. You cannot reset your own (403 `own_roles`); remove it under `/me/second-factor`. Repeating the request changes nothing."""
        return self._call("POST", f"/api/v1/admin/users/{self._segment(user_id)}/reset-second-factor", body=body)

    def suspend_user(self, user_id: str, body: SuspendBody) -> User:
        """Suspend an account.
        
        Refuses all tokens of the account, ends its sessions and revokes its API keys. Its submissions are kept. You cannot suspend yourself or an admin: remove the role first (409 `invalid_transition`). Repeating the request changes nothing."""
        return self._call("POST", f"/api/v1/admin/users/{self._segment(user_id)}/suspend", body=body)

    def make_vehicle_sticker(self, id: str, body: StickerBody) -> Sticker:
        """Get a vehicle’s sticker.
        
        Returns the content of the sticker: public code, link, QR code, and texts in the languages of the city. With `rotate` the vehicle gets a new code first; a retired code is never reused and returns 404."""
        return self._call("POST", f"/api/v1/admin/vehicles/{self._segment(id)}/qr", body=body)

    def read_admin_alerts(self, body: ReadAlertsBody) -> AdminAlerts:
        """Mark alerts as read.
        
        Marks every alert up to `to` as read by the caller. A read alert stays read."""
        return self._call("POST", "/api/v1/admin/alerts/read", body=body)

    def vote_on_incident(self, id: str, body: VoteOnIncidentBody) -> IncidentDetail:
        """Vote on an incident.
        
        One vote per rider and incident while it is live; send another to change it, or null to withdraw it. Three independent `deny` votes send the incident to a reviewer (`disputed`). Two independent `over` votes since its last report, if they outnumber `confirm`, end it. Votes are independent if they come from accounts known for at least a day, counting one per phone; all votes without an account together count as one. You cannot vote on an incident that you reported."""
        return self._call("PUT", f"/api/v1/incidents/{self._segment(id)}/vote", body=body)

    def keep_saccos_apart(self, id: str, body: KeepSaccosApartBody) -> AdminSacco:
        """Mark two operator groups as distinct.
        
        The two are no longer suggested as duplicates. They can still be merged. Repeating the request, from either side, changes nothing."""
        return self._call("PUT", f"/api/v1/admin/saccos/{self._segment(id)}/apart", body=body)

    def rename_sacco(self, id: str, body: SaccoNameBody) -> AdminSacco:
        """Rename an operator group.
        
        The earlier name is kept as an alias and the slug stays the same, so that searches and links still work."""
        return self._call("PUT", f"/api/v1/admin/saccos/{self._segment(id)}/name", body=body)

    def mark_learning_module_progress(self, module_id: str, body: ModuleProgressBody, *, locale: Optional[Literal["en", "sw"]] = None) -> MarkLearningModuleProgressReply:
        """Mark progress in a module.
        
        Adds completed items and grades a quiz attempt. Items are only added, so devices merge and a repeat changes nothing. The first request for a course starts it, even without items. Repeating the same answers is the same attempt; different answers are limited to five attempts an hour for each quiz. When the last module is completed the response contains a certificate. `version_conflict` means that the caller started another version (`currentVersion`): read the course again, then send the items that still apply."""
        return self._call("PUT", f"/api/v1/learning/progress/{self._segment(module_id)}", query={"locale": locale}, body=body)

    def assign_review_entry(self, id: str, body: AssigneeBody) -> ReviewEntry:
        """Assign an entry to an admin.
        
        Assigns an open entry to an admin, or to nobody with null. An assignment blocks nobody; only a claim does. Returns 422 if the person is not an admin or cannot decide on the entry."""
        return self._call("PUT", f"/api/v1/admin/review-queue/{self._segment(id)}/assignee", body=body)

    def choose_admin_alerts(self, body: AlertSettingsBody) -> AdminAlerts:
        """Set e-mails about alerts.
        
        Sends e-mails immediately, once a day in the morning, or none. An e-mail contains only counts: no place, plate or text. Earlier alerts are not sent."""
        return self._call("PUT", "/api/v1/admin/alerts/settings", body=body)

    def delete_own_account(self, *, confirm: str) -> None:
        """Delete your account.
        
        Permanently deletes your account. Your e-mail, profile, roles and API keys are deleted, and all access tokens are refused immediately. Your reports are kept without a link to you. `confirm` is your own id, as returned by `GET /api/v1/auth/me`. The last admin cannot be deleted."""
        return self._call("DELETE", "/api/v1/me", query={"confirm": confirm})

    def delete_webhook(self, id: str) -> None:
        """Delete a webhook.
        
        Nothing more is sent. What was being sent may still arrive."""
        return self._call("DELETE", f"/api/v1/webhooks/{self._segment(id)}")
