# Generated from the OpenAPI document by `npm run openapi -w @salama/api`. Do not edit.
from __future__ import annotations

from typing import Any, Dict, List, Literal, NotRequired, TypeAlias, TypedDict, Union


class ProblemErrorsItem(TypedDict):
    path: str
    code: str
    message: str


class Problem(TypedDict):
    """RFC 9457 problem details."""
    type: str
    title: str
    status: int
    code: str
    detail: NotRequired[str]
    instance: str
    requestId: str
    errors: NotRequired[List[ProblemErrorsItem]]


Category: TypeAlias = 'Literal["crash", "hazard", "road_block", "breakdown", "reckless_driving", "overloading", "fare_dispute", "theft", "robbery", "harassment", "assault"]'


Lifecycle: TypeAlias = 'Literal["active", "resolved", "expired", "archived"]'


Corroboration: TypeAlias = 'Literal["unverified", "corroborated", "verified", "disputed"]'


class Point(TypedDict):
    """A place, in degrees (WGS 84)."""
    lat: float
    lng: float


class CorridorRef(TypedDict):
    """A trunk road that routes share."""
    id: str
    slug: str
    name: str


class GtfsRef(TypedDict):
    """The id of an object in the GTFS feed that it came from."""
    feedId: str
    id: str


class StopRef(TypedDict):
    """A stop of the public transport network."""
    id: str
    name: str
    gtfs: GtfsRef


class AffectedRoute(TypedDict):
    """A route that runs where an incident is."""
    id: str
    shortName: str
    gtfs: GtfsRef
    directionId: Union[int, None]


class VehicleRef(TypedDict):
    """One physical vehicle."""
    id: Union[str, None]
    publicCode: Union[str, None]
    plate: str
    fleetName: Union[str, None]


Vote: TypeAlias = 'Literal["confirm", "deny", "over"]'


class IncidentDetail(TypedDict):
    """An incident, with the caller’s own vote on it."""
    id: str
    category: Category
    lifecycle: Lifecycle
    corroboration: Corroboration
    reports: Union[int, None]
    confirms: Union[int, None]
    firstSeenAt: str
    lastSeenAt: str
    expiresAt: str
    place: Point
    placeName: Union[str, None]
    areaName: NotRequired[Union[str, None]]
    precision: Literal["point", "coarse"]
    corridor: Union[CorridorRef, None]
    stops: NotRequired[List[StopRef]]
    routes: NotRequired[List[AffectedRoute]]
    vehicle: Union[VehicleRef, None]
    myVote: NotRequired[Union[Vote, None]]


class NearbyIncident(TypedDict):
    """An incident with its distance from the requested place."""
    id: str
    category: Category
    lifecycle: Lifecycle
    corroboration: Corroboration
    reports: Union[int, None]
    confirms: Union[int, None]
    firstSeenAt: str
    lastSeenAt: str
    expiresAt: str
    place: Point
    placeName: Union[str, None]
    areaName: NotRequired[Union[str, None]]
    precision: Literal["point", "coarse"]
    corridor: Union[CorridorRef, None]
    stops: NotRequired[List[StopRef]]
    routes: NotRequired[List[AffectedRoute]]
    vehicle: Union[VehicleRef, None]
    distanceM: int


class Page(TypedDict):
    """Pagination of a list."""
    nextCursor: Union[str, None]


class Location(TypedDict):
    """Whether a place is in the service area, and its corridor."""
    inServiceArea: bool
    serviceArea: Union[str, None]
    corridor: Union[CorridorRef, None]
    distanceM: Union[float, None]


class NearbyIncidentPage(TypedDict):
    """A page of the list, and where the next begins."""
    data: List[NearbyIncident]
    page: Page
    asOf: str
    location: Location


class CategoryInfoLabel(TypedDict):
    """What riders read, by language."""
    en: str
    sw: str


class CategoryInfo(TypedDict):
    """A category of reports and how its incidents are shown."""
    code: Category
    label: CategoryInfoLabel
    severity: int
    precision: Literal["point", "coarse", "aggregate"]
    liveMinutes: Union[int, None]
    liveMinutesAtMost: Union[int, None]


class CategoriesReply(TypedDict):
    """What `listCategories` returns."""
    data: List[CategoryInfo]


class Incident(TypedDict):
    """Public events derived from one or more reports."""
    id: str
    category: Category
    lifecycle: Lifecycle
    corroboration: Corroboration
    reports: Union[int, None]
    confirms: Union[int, None]
    firstSeenAt: str
    lastSeenAt: str
    expiresAt: str
    place: Point
    placeName: Union[str, None]
    areaName: NotRequired[Union[str, None]]
    precision: Literal["point", "coarse"]
    corridor: Union[CorridorRef, None]
    stops: NotRequired[List[StopRef]]
    routes: NotRequired[List[AffectedRoute]]
    vehicle: Union[VehicleRef, None]


class IncidentPage(TypedDict):
    """A page of the list, and where the next begins."""
    data: List[Incident]
    page: Page
    asOf: str


class PastIncidentPage(TypedDict):
    """A page of the list, and where the next begins."""
    data: List[Incident]
    page: Page
    asOf: str


class RouteRef(TypedDict):
    """A route of the public transport network."""
    id: str
    slug: str
    shortName: str
    longName: str
    name: str


class MonthlyCount(TypedDict):
    """Number of riders who reported public incidents in a month."""
    category: Category
    corridor: Union[CorridorRef, None]
    route: Union[RouteRef, None]
    band: Literal["night", "morning", "day", "evening", None]
    weekday: Union[int, None]
    riders: int


class StatsReply(TypedDict):
    """What `getStats` returns."""
    data: List[MonthlyCount]


class IncidentChange1(TypedDict):
    version: int
    incidentId: str
    change: Literal["upsert"]
    incident: Incident


class IncidentChange2(TypedDict):
    version: int
    incidentId: str
    change: Literal["gone"]
    reason: str
    mergedInto: Union[str, None]


IncidentChange: TypeAlias = 'Union[IncidentChange1, IncidentChange2]'


class IncidentChangePagePage(TypedDict):
    """Where this page ends, and how to get the next."""
    nextCursor: str


class IncidentChangePage(TypedDict):
    """A page of the list, and where the next begins."""
    data: List[IncidentChange]
    page: IncidentChangePagePage
    more: bool
    asOf: str


class ServiceAlertsReplyHeader(TypedDict):
    """Version and time of the feed."""
    gtfsRealtimeVersion: str
    incrementality: Literal["FULL_DATASET"]
    timestamp: str


class ServiceAlertActivePeriodItem(TypedDict):
    start: str
    end: str


class EntitySelector(TypedDict):
    """A stop or a route that an alert is about."""
    stopId: NotRequired[str]
    routeId: NotRequired[str]
    directionId: NotRequired[int]


class ServiceAlertUrlTranslationItem(TypedDict):
    text: str
    language: str


class ServiceAlertUrl(TypedDict):
    """The page of the incident."""
    translation: List[ServiceAlertUrlTranslationItem]


class ServiceAlertHeaderTextTranslationItem(TypedDict):
    text: str
    language: str


class ServiceAlertHeaderText(TypedDict):
    """What happened, and near which stop."""
    translation: List[ServiceAlertHeaderTextTranslationItem]


class ServiceAlertDescriptionTextTranslationItem(TypedDict):
    text: str
    language: str


class ServiceAlertDescriptionText(TypedDict):
    """How sure it is."""
    translation: List[ServiceAlertDescriptionTextTranslationItem]


class ServiceAlert(TypedDict):
    """An incident as a GTFS-Realtime service alert."""
    activePeriod: List[ServiceAlertActivePeriodItem]
    informedEntity: List[EntitySelector]
    cause: Literal["OTHER_CAUSE", "TECHNICAL_PROBLEM", "ACCIDENT"]
    effect: Literal["REDUCED_SERVICE", "SIGNIFICANT_DELAYS", "DETOUR", "OTHER_EFFECT"]
    severityLevel: Literal["INFO", "WARNING", "SEVERE"]
    url: ServiceAlertUrl
    headerText: ServiceAlertHeaderText
    descriptionText: ServiceAlertDescriptionText


class ServiceAlertsReplyEntityItem(TypedDict):
    id: str
    alert: ServiceAlert


class ServiceAlertsReply(TypedDict):
    """What `getServiceAlerts` returns."""
    header: ServiceAlertsReplyHeader
    entity: List[ServiceAlertsReplyEntityItem]


class SaccoRef(TypedDict):
    """An operator group."""
    id: str
    slug: str
    name: str


class Vehicle(TypedDict):
    """Vehicles and their recorded facts."""
    id: str
    publicCode: str
    plate: str
    fleetName: Union[str, None]
    sacco: Union[SaccoRef, None]
    routes: List[RouteRef]
    capacity: Union[int, None]
    checkedAt: Union[str, None]
    retiredAt: Union[str, None]


class KnownVehiclePage(TypedDict):
    """A page of the list, and where the next begins."""
    data: List[Vehicle]
    page: Page


class VehicleIncidentPage(TypedDict):
    """A page of the list, and where the next begins."""
    data: List[Incident]
    page: Page


class MultiLineString(TypedDict):
    """GeoJSON (RFC 7946)."""
    type: Literal["MultiLineString"]
    coordinates: List[List[List[float]]]


class Route(TypedDict):
    """A route, its id in the GTFS feed, and its corridors."""
    id: str
    slug: str
    shortName: str
    longName: str
    name: str
    gtfs: GtfsRef
    corridors: List[CorridorRef]


class CorridorDetail(TypedDict):
    """A trunk road, its line and its routes."""
    id: str
    slug: str
    name: str
    lengthM: int
    geometry: MultiLineString
    routes: List[Route]


class RouteDetailGeometry1(TypedDict):
    type: Literal["LineString"]
    coordinates: List[List[float]]


class Stop(TypedDict):
    """A stop and its place."""
    id: str
    name: str
    gtfs: GtfsRef
    kind: Literal["stop", "station"]
    place: Point
    stationId: Union[str, None]


class RouteDetailDirectionsItem(TypedDict):
    directionId: Union[int, None]
    headsign: Union[str, None]
    stops: List[Stop]


class RouteDetail(TypedDict):
    """A route, its line and its stops."""
    id: str
    slug: str
    shortName: str
    longName: str
    name: str
    gtfs: GtfsRef
    corridors: List[CorridorRef]
    geometry: Union[RouteDetailGeometry1, MultiLineString, None]
    directions: List[RouteDetailDirectionsItem]


class StopDetail(TypedDict):
    """A stop and its routes."""
    id: str
    name: str
    gtfs: GtfsRef
    kind: Literal["stop", "station"]
    place: Point
    stationId: Union[str, None]
    routes: List[Route]


class RoutePage(TypedDict):
    """A page of the list, and where the next begins."""
    data: List[Route]
    page: Page


class StopPage(TypedDict):
    """A page of the list, and where the next begins."""
    data: List[Stop]
    page: Page


class MultiPolygon(TypedDict):
    """GeoJSON (RFC 7946)."""
    type: Literal["MultiPolygon"]
    coordinates: List[List[List[List[float]]]]


class ServiceArea(TypedDict):
    """The service area."""
    id: str
    slug: str
    name: str
    geometry: MultiPolygon


class ServiceAreaReply(TypedDict):
    """What `getServiceArea` returns."""
    areas: List[ServiceArea]
    location: Union[Location, None]


class WeeklyCount(TypedDict):
    """Number of riders who reported incidents that are never shown individually."""
    week: str
    category: Category
    band: Literal["night", "morning", "day", "evening"]
    riders: int


class CorridorIncidentPage(TypedDict):
    """A page of the list, and where the next begins."""
    data: List[Incident]
    page: Page
    weekly: List[WeeklyCount]


class CorridorGeometry(TypedDict):
    """Only with `geometry=true`."""
    type: Literal["MultiLineString"]
    coordinates: List[List[List[float]]]


class Corridor(TypedDict):
    """A trunk road that routes share."""
    id: str
    slug: str
    name: str
    lengthM: int
    distanceM: Union[float, None]
    geometry: NotRequired[CorridorGeometry]


class CorridorPage(TypedDict):
    """A page of the list, and where the next begins."""
    data: List[Corridor]
    page: Page


class Sacco(TypedDict):
    """An operator group with its other names."""
    id: str
    slug: str
    name: str
    gtfs: Union[GtfsRef, None]
    aliases: List[str]
    vehicles: int
    retiredAt: Union[str, None]


class SaccoVehiclePage(TypedDict):
    """A page of the list, and where the next begins."""
    data: List[Vehicle]
    page: Page


class SaccoPage(TypedDict):
    """A page of the list, and where the next begins."""
    data: List[Sacco]
    page: Page


class SearchHitHighlightItem(TypedDict):
    text: str
    match: bool


class SearchHit(TypedDict):
    """A search result."""
    type: Literal["vehicle", "sacco", "route", "corridor", "stop"]
    id: str
    title: str
    label: str
    subtitle: Union[str, None]
    highlight: List[SearchHitHighlightItem]
    score: float
    place: Union[Point, None]


class SearchPage(TypedDict):
    """A page of the list, and where the next begins."""
    data: List[SearchHit]
    page: Page


class HealthChecks(TypedDict):
    """Each thing that was checked, and its result."""
    database: Literal["ok", "failed", "not_asked"]
    schema: Literal["ok", "failed", "not_asked"]
    roles: Literal["ok", "failed", "not_asked"]
    reads: Literal["ok", "failed", "not_asked"]
    feed: Literal["ok", "late", "not_asked"]
    load: Literal["ok", "shedding", "not_asked"]
    area: Literal["ok", "missing", "not_asked"]


class HealthFeed(TypedDict):
    """Null unless requested."""
    changedAt: Union[str, None]
    lagS: int


class Health(TypedDict):
    """The health of the service."""
    status: Literal["ok", "degraded"]
    version: str
    checks: HealthChecks
    feed: HealthFeed


class OwnDataAccount(TypedDict):
    """Sign-in data, profile and roles."""
    id: str


class OwnDataReports(TypedDict):
    pass


class OwnDataReportsItem(TypedDict):
    pass


class OwnDataFeedback(TypedDict):
    pass


class OwnDataFeedbackItem(TypedDict):
    pass


class OwnDataLearning(TypedDict):
    pass


class OwnDataLearningItem(TypedDict):
    pass


class OwnDataSurveyor(TypedDict):
    pass


class OwnDataSurveyorItem(TypedDict):
    pass


class OwnDataApiKeys(TypedDict):
    pass


class OwnDataApiKeysItem(TypedDict):
    pass


class OwnDataAlerts(TypedDict):
    pass


class OwnDataAlertsItem(TypedDict):
    pass


class OwnDataAdminAlerts(TypedDict):
    pass


class OwnDataReviews(TypedDict):
    pass


class OwnDataReviewsItem(TypedDict):
    pass


class OwnData(TypedDict):
    """All data that the service stores about the caller."""
    exportedAt: str
    account: OwnDataAccount
    reports: Union[OwnDataReports, List[OwnDataReportsItem]]
    feedback: Union[OwnDataFeedback, List[OwnDataFeedbackItem]]
    learning: Union[OwnDataLearning, List[OwnDataLearningItem]]
    surveyor: Union[OwnDataSurveyor, List[OwnDataSurveyorItem]]
    apiKeys: Union[OwnDataApiKeys, List[OwnDataApiKeysItem]]
    alerts: Union[OwnDataAlerts, List[OwnDataAlertsItem]]
    adminAlerts: Union[OwnDataAdminAlerts, None]
    reviews: Union[OwnDataReviews, List[OwnDataReviewsItem]]


Role: TypeAlias = 'Literal["rider", "surveyor", "admin"]'


class CurrentUser(TypedDict):
    """The user of the access token."""
    id: str
    email: Union[str, None]
    displayName: Union[str, None]
    roles: List[Role]
    locale: Literal["en", "sw"]
    needsSecondFactor: bool
    lacksSecondFactor: bool


class SecondFactor(TypedDict):
    """Whether a second factor is set up."""
    since: Union[str, None]
    recoveryCodesLeft: int
    isNeeded: bool
    isRequired: bool
    isWaived: bool


class BeginSecondFactorReply(TypedDict):
    """What `beginSecondFactor` returns."""
    secret: str
    uri: str
    qrSvg: str


ApiKeyScope: TypeAlias = 'Literal["incidents:read", "vehicles:read", "corridors:read", "routes:read", "saccos:read", "search:read"]'


class ApiKey(TypedDict):
    """An API key of another system, without its secret."""
    id: str
    name: str
    prefix: str
    scopes: List[ApiKeyScope]
    state: Literal["active", "expired", "revoked"]
    createdAt: str
    expiresAt: str
    lastUsedAt: Union[str, None]
    replacedBy: Union[str, None]
    termsAcceptedAt: Union[str, None]


class ApiKeyUsageDaysItem(TypedDict):
    date: str
    requests: int
    limited: int


class ApiKeyUsageTotal(TypedDict):
    """The sum over all of them."""
    requests: int
    limited: int


ApiKeyUsage = TypedDict("ApiKeyUsage", {"id": "str", "from": "str", "to": "str", "days": "List[ApiKeyUsageDaysItem]", "total": "ApiKeyUsageTotal"})


class ApiKeyPage(TypedDict):
    """A page of the list, and where the next begins."""
    data: List[ApiKey]
    page: Page


class ApiKeyBody(TypedDict):
    """An API key to create."""
    name: str
    scopes: List[ApiKeyScope]
    expiresInDays: NotRequired[int]
    acceptsTerms: NotRequired[bool]


class CreatedApiKey(TypedDict):
    """A new API key with its secret."""
    id: str
    name: str
    prefix: str
    scopes: List[ApiKeyScope]
    state: Literal["active", "expired", "revoked"]
    createdAt: str
    expiresAt: str
    lastUsedAt: Union[str, None]
    replacedBy: Union[str, None]
    termsAcceptedAt: Union[str, None]
    key: str


class WebhookDelivery(TypedDict):
    """A message to a webhook: a change of an incident, or a test."""
    id: str
    incidentId: Union[str, None]
    createdAt: str
    attempts: int
    attemptedAt: Union[str, None]
    deliveredAt: Union[str, None]
    tookMs: Union[int, None]
    error: Union[str, None]
    nextAt: Union[str, None]


class Webhook(TypedDict):
    """Where changes of incidents are sent, and which."""
    id: str
    keyId: str
    url: str
    categories: Union[List[Category], None]
    corridor: Union[CorridorRef, None]
    route: Union[RouteRef, None]
    bbox: Union[List[float], None]
    state: Literal["active", "disabled"]
    createdAt: str
    failingSince: Union[str, None]
    disabledAt: Union[str, None]
    secret: str
    oldSecretUntil: Union[str, None]
    deliveries: List[WebhookDelivery]


class WebhooksReply(TypedDict):
    """What `listWebhooks` returns."""
    data: List[Webhook]


class WebhookBody(TypedDict):
    """Where to send changes of incidents. Every filter that is set has to match."""
    url: str
    categories: NotRequired[List[Category]]
    corridorId: NotRequired[str]
    routeId: NotRequired[str]
    bbox: NotRequired[List[float]]


Injury: TypeAlias = 'Literal["none", "some", "unknown"]'


class OwnReportPlace(TypedDict):
    """Where it is."""
    lat: float
    lng: float
    accuracyM: float
    stopId: Union[str, None]


class OwnReportAdditionsItem(TypedDict):
    words: Union[str, None]
    vehicle: Union[VehicleRef, None]


PhotoState: TypeAlias = 'Literal["pending", "passed", "refused"]'


class OwnReportPhotosItem(TypedDict):
    id: str
    state: PhotoState


Visibility: TypeAlias = 'Literal["private", "aggregate", "coarse", "public"]'


ReportState: TypeAlias = 'Literal["accepted", "linked", "in_review", "needs_info", "rejected", "duplicate", "withdrawn"]'


Shown: TypeAlias = 'Literal["live", "unchecked", "coarse", "kept", "review", "private"]'


class OwnReport(TypedDict):
    """A report as its own reporter sees it."""
    id: str
    category: Category
    occurredAt: str
    timeUncertain: bool
    receivedAt: str
    injury: Union[Injury, None]
    place: OwnReportPlace
    placeName: Union[str, None]
    vehicle: Union[VehicleRef, None]
    note: Union[str, None]
    additions: List[OwnReportAdditionsItem]
    photos: List[OwnReportPhotosItem]
    visibility: Visibility
    state: ReportState
    reason: Union[str, None]
    asked: Union[str, None]
    answerBy: Union[str, None]
    shown: Shown
    incidentId: Union[str, None]
    version: int
    isMailed: bool


class OwnReportPage(TypedDict):
    """A page of the list, and where the next begins."""
    data: List[OwnReport]
    page: Page


ReportPlace: TypeAlias = 'ReportPlace'


NamedVehicle: TypeAlias = 'Union[NamedVehicle, str]'


class ReportBody(TypedDict):
    """A report by a rider."""
    id: str
    category: Category
    occurredAt: NotRequired[str]
    sentAt: NotRequired[str]
    injury: NotRequired[Literal["none", "some", "unknown"]]
    place: ReportPlace
    vehicle: NotRequired[NamedVehicle]
    note: NotRequired[str]
    visibility: NotRequired[Visibility]
    receiptCode: NotRequired[str]


class ReportReceived(TypedDict):
    """The result of submitting a report."""
    id: str
    state: ReportState
    shown: Shown
    incidentId: Union[str, None]
    alone: bool
    location: Location
    receivedAt: str
    repeated: bool


Sentiment: TypeAlias = 'Literal["positive", "neutral", "negative"]'


FeedbackTag: TypeAlias = 'Literal["safe_driving", "courteous", "clean", "on_time", "fair_fare", "reckless", "overloaded", "rude", "dirty", "late", "overcharged", "loud"]'


class Feedback(TypedDict):
    """A rider’s own rating of one ride. Only that rider can read it."""
    id: str
    vehicle: VehicleRef
    route: Union[RouteRef, None]
    stars: int
    sentiment: Sentiment
    tags: List[FeedbackTag]
    comment: Union[str, None]
    rodeAt: str
    receivedAt: str


class FeedbackSummaryInterval(TypedDict):
    low: float
    high: float


class FeedbackSummarySentiment(TypedDict):
    positive: int
    neutral: int
    negative: int


class FeedbackSummaryTagsItem(TypedDict):
    tag: FeedbackTag
    polarity: Literal["good", "bad"]
    riders: int


class FeedbackSummary(TypedDict):
    """Summary of a vehicle’s ratings, from five riders."""
    windowDays: int
    tooFew: bool
    riders: Union[int, None]
    signedIn: Union[int, None]
    average: Union[float, None]
    praiseShare: Union[float, None]
    interval: Union[FeedbackSummaryInterval, None]
    sentiment: Union[FeedbackSummarySentiment, None]
    tags: List[FeedbackSummaryTagsItem]
    asOf: Union[str, None]
    validUntil: str


AdminSaccoMergesItem = TypedDict("AdminSaccoMergesItem", {"from": "SaccoRef", "mergedAt": "str", "undoUntil": "str", "vehicles": "int"})


class AdminSacco(TypedDict):
    """An operator group with details for admins."""
    id: str
    slug: str
    name: str
    aliases: List[str]
    vehicles: int
    retiredAt: Union[str, None]
    registerNos: List[str]
    merges: List[AdminSaccoMergesItem]


class SaccoDuplicatesReplyDataItem(TypedDict):
    score: float
    groups: List[AdminSacco]


class SaccoDuplicatesReply(TypedDict):
    """What `listSaccoDuplicates` returns."""
    data: List[SaccoDuplicatesReplyDataItem]


Drawing: TypeAlias = 'str'


class CourseRule(TypedDict):
    """The rules for completing a module. The course is complete when all modules are."""
    lessons: Literal["all"]
    quizPassPercent: int


class Lesson(TypedDict):
    """A short text."""
    slug: str
    minutes: int
    title: str
    text: str
    picture: Union[Drawing, None]


class QuestionOptionsItem(TypedDict):
    key: str
    text: str
    picture: Union[str, None]


class Question(TypedDict):
    """A question, without its correct answer."""
    key: str
    kind: Literal["single", "multiple", "order", "picture"]
    text: str
    options: List[QuestionOptionsItem]


class CourseContentModulesItem(TypedDict):
    id: str
    slug: str
    title: str
    summary: str
    lessons: List[Lesson]
    questions: List[Question]


class CourseContent(TypedDict):
    """A complete course."""
    id: str
    slug: str
    version: int
    newestVersion: int
    neededBy: Literal["surveyor", None]
    locale: str
    title: str
    summary: str
    cover: Union[Drawing, None]
    minutes: int
    rule: CourseRule
    modules: List[CourseContentModulesItem]


class CourseModulesItem(TypedDict):
    id: str
    slug: str
    title: str
    summary: str
    lessonCount: int
    questionCount: int
    minutes: int


LearningState: TypeAlias = 'Literal["not_started", "in_progress", "completed"]'


CertificateCode: TypeAlias = 'str'


class CourseProgress(TypedDict):
    """How far the caller is."""
    state: LearningState
    startedAt: Union[str, None]
    completedAt: Union[str, None]
    completedModules: int
    certificateCode: Union[CertificateCode, None]


class Course(TypedDict):
    """A course overview with the caller’s progress."""
    id: str
    slug: str
    version: int
    newestVersion: int
    neededBy: Literal["surveyor", None]
    locale: str
    title: str
    summary: str
    cover: Union[Drawing, None]
    minutes: int
    rule: CourseRule
    modules: List[CourseModulesItem]
    progress: CourseProgress


class LearningCoursePage(TypedDict):
    """A page of the list, and where the next begins."""
    locale: Literal["en", "sw"]
    data: List[Course]
    page: Page


class LearningProgressPage(TypedDict):
    """A page of the list, and where the next begins."""
    locale: Literal["en", "sw"]
    data: List[CourseProgress]
    page: Page


class CertificateCourse(TypedDict):
    """The course."""
    id: str
    slug: str
    title: str
    summary: str


class Certificate(TypedDict):
    """A certificate of a completed course."""
    code: CertificateCode
    course: CertificateCourse
    issuedOn: str
    displayName: Union[str, None]


class LegalDocument(TypedDict):
    """The text of one version of a legal document."""
    documentKey: str
    version: str
    currentVersion: str
    locale: str
    title: str
    text: str


class DocumentAcceptance(TypedDict):
    """The current version of a legal document and the one that the caller accepted."""
    documentKey: str
    currentVersion: str
    acceptedVersion: Union[str, None]
    acceptedAt: Union[str, None]
    needed: bool


class DocumentAcceptanceBody(TypedDict):
    """Acceptance of one version of a document."""
    version: str


class FieldPlace(TypedDict):
    """The place of field work."""
    lat: float
    lng: float
    accuracyM: float
    stopId: Union[str, None]


class SurveyorSession(TypedDict):
    """A session of field work."""
    id: str
    state: Literal["open", "ended", "abandoned"]
    startedAt: str
    touchedAt: str
    openUntil: str
    endedAt: Union[str, None]
    place: Union[FieldPlace, None]
    location: Union[Location, None]
    entryCount: int


class SurveyorSessionReply(TypedDict):
    """What `getSurveyorSession` returns."""
    session: Union[SurveyorSession, None]


class EntryCounts(TypedDict):
    """Number of collection entries by state."""
    inReview: int
    held: int
    approved: int
    changesRequested: int
    rejected: int


class SurveyorStatsReplyDaysItem(TypedDict):
    date: str
    entries: EntryCounts
    hours: float


class SurveyorStatsReplyTotal(TypedDict):
    """The sum over all of them."""
    entries: EntryCounts
    hours: float


SurveyorStatsReply = TypedDict("SurveyorStatsReply", {"from": "str", "to": "str", "days": "List[SurveyorStatsReplyDaysItem]", "total": "SurveyorStatsReplyTotal", "streak": "int"})


AssignmentKind: TypeAlias = 'Literal["stage_count", "vehicle_survey"]'


class FieldArea(TypedDict):
    """A bounding box in degrees."""
    south: float
    west: float
    north: float
    east: float


class Quota(TypedDict):
    """The target of each slot."""
    vehicles: Union[int, None]
    minutes: Union[int, None]
    facts: List[Literal["sacco", "routeIds", "fleetName", "capacity", "sticker", "checks", "note", "place", "photo"]]


SlotState: TypeAlias = 'Literal["open", "claimed", "submitted", "approved", "changes_requested", "blocked"]'


class QuotaTally(TypedDict):
    """How many of the vehicles count for the quota, and why the others do not."""
    counted: int
    repeated: int
    far: int
    rejected: int
    incomplete: int


class ClaimCountsItem(TypedDict):
    id: str
    startedAt: str
    minutes: int
    vehicles: int


class Claim(TypedDict):
    """The caller’s claim on a slot."""
    assignmentId: str
    slotId: str
    token: int
    state: SlotState
    claimedAt: str
    heldUntil: str
    renewableUntil: str
    offline: bool
    sessionId: Union[str, None]
    assignedByAdmin: bool
    entries: int
    tally: QuotaTally
    counts: List[ClaimCountsItem]


class SurveyorAssignment(TypedDict):
    """An assignment as surveyors see it, without other holders of slots."""
    id: str
    kind: AssignmentKind
    title: str
    instructions: str
    titleSw: Union[str, None]
    instructionsSw: Union[str, None]
    place: Union[FieldPlace, None]
    area: Union[FieldArea, None]
    placeName: Union[str, None]
    corridor: Union[CorridorRef, None]
    route: Union[RouteRef, None]
    dueAt: Union[str, None]
    quota: Quota
    distanceM: Union[float, None]
    closedAt: Union[str, None]
    slotCount: int
    openSlots: int
    others: int
    mine: List[Claim]


class SurveyorAssignmentPage(TypedDict):
    """A page of the list, and where the next begins."""
    data: List[SurveyorAssignment]
    page: Page


class PersonRef(TypedDict):
    """A colleague. E-mail and name are null for an account of another issuer, or a deleted one."""
    id: str
    email: Union[str, None]
    displayName: Union[str, None]


class AdminAssignmentSlotsItemBlocksItem(TypedDict):
    at: str
    reason: Union[str, None]
    note: Union[str, None]


class AdminAssignmentSlotsItem(TypedDict):
    id: str
    n: int
    state: SlotState
    reason: Union[str, None]
    holderId: Union[str, None]
    holder: Union[PersonRef, None]
    entries: int
    tally: QuotaTally
    countedMinutes: int
    heldUntil: Union[str, None]
    blocks: List[AdminAssignmentSlotsItemBlocksItem]


class AdminAssignment(TypedDict):
    """An assignment with all its slots, as admins see it."""
    id: str
    kind: AssignmentKind
    title: str
    instructions: str
    titleSw: Union[str, None]
    instructionsSw: Union[str, None]
    place: Union[FieldPlace, None]
    area: Union[FieldArea, None]
    placeName: Union[str, None]
    corridor: Union[CorridorRef, None]
    route: Union[RouteRef, None]
    dueAt: Union[str, None]
    quota: Quota
    createdAt: str
    closedAt: Union[str, None]
    closeReason: Union[str, None]
    slots: List[AdminAssignmentSlotsItem]


class EditAssignmentBody(TypedDict):
    """What `editAssignment` receives."""
    title: str
    instructions: NotRequired[str]
    titleSw: NotRequired[str]
    instructionsSw: NotRequired[str]
    dueAt: NotRequired[str]
    slotCount: int
    reason: str


class AssignmentPage(TypedDict):
    """A page of the list, and where the next begins."""
    data: List[AdminAssignment]
    page: Page


class AssignmentBodyPlace(TypedDict):
    lat: float
    lng: float


class AssignmentBodyArea(TypedDict):
    """North of south and east of west, at most half a degree apart."""
    south: float
    west: float
    north: float
    east: float


class AssignmentBodyQuota(TypedDict):
    """The target of each slot. Defaults to no target and all facts that are known."""
    vehicles: NotRequired[int]
    minutes: NotRequired[int]
    facts: NotRequired[List[Literal["sacco", "routeIds", "fleetName", "capacity", "sticker", "checks", "note", "place", "photo"]]]


class AssignmentBody(TypedDict):
    """An assignment to create, with at least one of `place`, `area`, `corridorId` and `routeId`."""
    kind: AssignmentKind
    title: str
    instructions: NotRequired[str]
    titleSw: NotRequired[str]
    instructionsSw: NotRequired[str]
    place: NotRequired[AssignmentBodyPlace]
    area: NotRequired[AssignmentBodyArea]
    corridorId: NotRequired[str]
    routeId: NotRequired[str]
    dueAt: NotRequired[str]
    slotCount: NotRequired[int]
    quota: NotRequired[AssignmentBodyQuota]


class AssignmentSlotReviewRecord(TypedDict):
    decided: int
    accepted: int


class AssignmentSlotReviewSampling(TypedDict):
    """Whether a sample of the entries may stand for the rest, by the surveyor’s last hundred field entries."""
    decided: int
    good: int
    failed: bool
    entries: List[str]


ReviewDecision: TypeAlias = 'Literal["approved", "approved_with_edits", "changes_requested", "rejected", "duplicate", "escalated"]'


class ReviewReasonLabel(TypedDict):
    """Its name for people."""
    en: str
    sw: str


class ReviewReason(TypedDict):
    """A reason for a decision."""
    code: str
    decisions: List[ReviewDecision]
    label: ReviewReasonLabel


ReviewKind: TypeAlias = 'Literal["report", "feedback", "collection_entry", "dispute"]'


ReviewOddity: TypeAlias = 'Literal["unusual_plate", "other_sacco", "other_sticker", "seats_differ", "repeated_plate", "contested", "incomplete", "personal_data", "escalated", "author_held", "seats_unusual", "duplicate_hour", "far_from_place", "too_fast", "time_uncertain"]'


class ReviewKnown(TypedDict):
    """What is known of the vehicle until now."""
    capacity: Union[int, None]
    sacco: Union[str, None]


class AuthorRecord(TypedDict):
    """How an author’s earlier ones were decided."""
    accepted: int
    decided: int


class ReviewAbout(TypedDict):
    """What an entry is about, for a list."""
    category: Union[Category, None]
    placeName: Union[str, None]
    corridor: Union[str, None]
    plate: Union[str, None]
    sacco: Union[str, None]
    stars: Union[int, None]
    photoIds: List[str]
    excerpt: Union[str, None]
    distanceM: Union[int, None]
    oddities: List[ReviewOddity]
    happenedAt: str
    capacity: Union[int, None]
    known: Union[ReviewKnown, None]
    record: Union[AuthorRecord, None]


ReviewState: TypeAlias = 'Literal["pending", "claimed", "escalated", "approved", "approved_with_edits", "changes_requested", "rejected", "duplicate", "withdrawn"]'


class ReviewBatch(TypedDict):
    """A bulk decision."""
    id: str
    kind: ReviewKind
    decision: ReviewDecision
    size: int
    standing: int
    undoUntil: Union[str, None]


class ReviewEntry(TypedDict):
    """An item in the review queue, without its author’s identity."""
    id: str
    kind: ReviewKind
    subjectId: str
    about: Union[ReviewAbout, None]
    reason: str
    detail: Dict[str, Any]
    state: ReviewState
    version: int
    own: bool
    claimedBy: Union[PersonRef, None]
    claimedByYou: bool
    claimedUntil: Union[str, None]
    assignedTo: Union[PersonRef, None]
    assignedToYou: bool
    viewers: List[PersonRef]
    escalatedBy: Union[PersonRef, None]
    escalatedByYou: bool
    createdAt: str
    dueAt: str
    decidedAt: Union[str, None]
    decidedBy: Union[PersonRef, None]
    undoUntil: Union[str, None]
    batch: Union[ReviewBatch, None]
    reasonCode: Union[str, None]
    note: Union[str, None]
    edits: Union[Dict[str, Any], None]
    duplicateOf: Union[str, None]


class AssignmentSlotReviewEntriesItem(TypedDict):
    id: str
    capturedAt: str
    plate: str
    state: str
    place: Union[Point, None]
    distanceM: Union[int, None]
    notCounted: List[str]
    photos: int
    review: ReviewEntry


class AssignmentSlotReview(TypedDict):
    """What was recorded under the present claim of a slot."""
    assignment: AdminAssignment
    n: int
    record: Union[AssignmentSlotReviewRecord, None]
    sampling: AssignmentSlotReviewSampling
    reasons: List[ReviewReason]
    entries: List[AssignmentSlotReviewEntriesItem]


CollectionEntryState: TypeAlias = 'Literal["submitted", "in_review", "held", "approved", "changes_requested", "rejected", "replaced", "withdrawn"]'


class VehicleFactsSacco(TypedDict):
    id: str


class VehicleFactsSticker(TypedDict):
    """Sticker in the vehicle."""
    status: Literal["seen", "placed", "missing"]
    code: NotRequired[str]


class VehicleFactsChecks(TypedDict):
    """Condition and safety, from a fixed list."""
    tyres: NotRequired[Literal["ok", "faulty", "missing", "not_checked"]]
    lights: NotRequired[Literal["ok", "faulty", "missing", "not_checked"]]
    mirrors: NotRequired[Literal["ok", "faulty", "missing", "not_checked"]]
    doors: NotRequired[Literal["ok", "faulty", "missing", "not_checked"]]
    windows: NotRequired[Literal["ok", "faulty", "missing", "not_checked"]]
    seats: NotRequired[Literal["ok", "faulty", "missing", "not_checked"]]
    seatBelts: NotRequired[Literal["ok", "faulty", "missing", "not_checked"]]
    fireExtinguisher: NotRequired[Literal["ok", "faulty", "missing", "not_checked"]]
    firstAidKit: NotRequired[Literal["ok", "faulty", "missing", "not_checked"]]
    speedGovernor: NotRequired[Literal["ok", "faulty", "missing", "not_checked"]]
    emergencyExit: NotRequired[Literal["ok", "faulty", "missing", "not_checked"]]
    routeSign: NotRequired[Literal["ok", "faulty", "missing", "not_checked"]]


class VehicleFacts(TypedDict):
    """The observed facts of a vehicle. Omit facts that were not checked."""
    plate: str
    fleetName: NotRequired[str]
    sacco: NotRequired[VehicleFactsSacco]
    routeIds: NotRequired[List[str]]
    capacity: NotRequired[int]
    sticker: NotRequired[VehicleFactsSticker]
    checks: NotRequired[VehicleFactsChecks]
    notSeen: NotRequired[List[Literal["sacco", "routeIds", "fleetName", "capacity", "sticker", "checks", "note", "place", "photo"]]]


QualityFlag: TypeAlias = 'Literal["plate_unusual", "seats_unusual", "seats_differ", "duplicate_hour", "far_from_place", "too_fast", "time_uncertain"]'


NotCounted: TypeAlias = 'Literal["sacco", "routeIds", "fleetName", "capacity", "sticker", "checks", "note", "place", "photo", "repeat", "far_from_place", "rejected"]'


class CollectionEntryDecision(TypedDict):
    """A reviewer’s decision on an entry."""
    decidedAt: str
    reason: Union[str, None]
    note: Union[str, None]
    facts: List[str]
    reservedUntil: Union[str, None]


class CollectionEntry(TypedDict):
    """A record of one vehicle by a surveyor, and its state."""
    id: str
    state: CollectionEntryState
    sessionId: str
    assignmentId: Union[str, None]
    claimToken: Union[int, None]
    revises: Union[str, None]
    revisedBy: Union[str, None]
    vehicle: VehicleFacts
    vehicleId: Union[str, None]
    capturedAt: str
    receivedAt: str
    place: Union[FieldPlace, None]
    location: Union[Location, None]
    note: Union[str, None]
    photos: int
    photoIds: List[str]
    seenBefore: bool
    qualityFlags: List[QualityFlag]
    notCounted: List[NotCounted]
    late: bool
    contested: bool
    decision: Union[CollectionEntryDecision, None]


class CollectionEntryPage(TypedDict):
    """A page of the list, and where the next begins."""
    data: List[CollectionEntry]
    page: Page


class CollectionEntryBody(TypedDict):
    """A surveyor’s record of one vehicle."""
    id: str
    sessionId: str
    claimToken: NotRequired[int]
    revises: NotRequired[str]
    capturedAt: NotRequired[str]
    sentAt: NotRequired[str]
    vehicle: VehicleFacts
    place: NotRequired[ReportPlace]
    note: NotRequired[str]


class CollectionEntryReceived(TypedDict):
    """The stored entry."""
    id: str
    state: CollectionEntryState
    sessionId: str
    assignmentId: Union[str, None]
    claimToken: Union[int, None]
    revises: Union[str, None]
    revisedBy: Union[str, None]
    vehicle: VehicleFacts
    vehicleId: Union[str, None]
    capturedAt: str
    receivedAt: str
    place: Union[FieldPlace, None]
    location: Union[Location, None]
    note: Union[str, None]
    photos: int
    photoIds: List[str]
    seenBefore: bool
    qualityFlags: List[QualityFlag]
    notCounted: List[NotCounted]
    late: bool
    contested: bool
    decision: Union[CollectionEntryDecision, None]
    repeated: bool


class ExportedAssignment(TypedDict):
    """An assignment as a row of an export."""
    id: str
    kind: str
    title: str
    instructions: Union[str, None]
    createdAt: str
    dueAt: Union[str, None]
    closedAt: Union[str, None]
    stopId: Union[str, None]
    stop: Union[str, None]
    lat: Union[float, None]
    lng: Union[float, None]
    south: Union[float, None]
    west: Union[float, None]
    north: Union[float, None]
    east: Union[float, None]
    corridor: Union[str, None]
    route: Union[str, None]
    vehiclesAsked: Union[int, None]
    minutesAsked: Union[int, None]
    factsAsked: Union[str, None]
    slots: int
    slotsClaimed: int
    slotsSubmitted: int
    slotsApproved: int
    slotsBlocked: int
    entries: int
    countedMinutes: int


class ExportAssignmentPage(TypedDict):
    """A page of the list, and where the next begins."""
    data: List[ExportedAssignment]
    page: Page


class ExportedEntry(TypedDict):
    """A collected entry as a row of an export."""
    id: str
    revises: Union[str, None]
    state: str
    reason: Union[str, None]
    surveyor: Union[str, None]
    sessionId: str
    assignmentId: Union[str, None]
    claim: Union[int, None]
    capturedAt: str
    receivedAt: str
    decidedAt: Union[str, None]
    plate: str
    plateKey: str
    fleetName: Union[str, None]
    saccoId: Union[str, None]
    sacco: Union[str, None]
    routeIds: Union[str, None]
    routes: Union[str, None]
    seats: Union[int, None]
    stickerStatus: Union[str, None]
    stickerCode: Union[str, None]
    note: Union[str, None]
    lat: Union[float, None]
    lng: Union[float, None]
    accuracyM: Union[float, None]
    stopId: Union[str, None]
    photos: int
    seenBefore: bool
    late: bool
    contested: bool
    qualityFlags: Union[str, None]
    check_tyres: Union[str, None]
    check_lights: Union[str, None]
    check_mirrors: Union[str, None]
    check_doors: Union[str, None]
    check_windows: Union[str, None]
    check_seats: Union[str, None]
    check_seatBelts: Union[str, None]
    check_fireExtinguisher: Union[str, None]
    check_firstAidKit: Union[str, None]
    check_speedGovernor: Union[str, None]
    check_emergencyExit: Union[str, None]
    check_routeSign: Union[str, None]


class ExportCollectionEntryPage(TypedDict):
    """A page of the list, and where the next begins."""
    data: List[ExportedEntry]
    page: Page


class ExportedCount(TypedDict):
    """A count of passing vehicles as a row of an export."""
    countId: str
    surveyor: Union[str, None]
    sessionId: str
    assignmentId: Union[str, None]
    stopId: Union[str, None]
    lat: Union[float, None]
    lng: Union[float, None]
    startedAt: str
    endedAt: str
    countedMinutes: int
    late: bool
    intervalStart: str
    routeId: Union[str, None]
    route: Union[str, None]
    vehicles: int


class ExportStageCountPage(TypedDict):
    """A page of the list, and where the next begins."""
    data: List[ExportedCount]
    page: Page


class ReviewedReportPlace(TypedDict):
    """Where it is."""
    lat: float
    lng: float
    accuracyM: float


class ReviewedReportAdditionsItem(TypedDict):
    at: str
    words: Union[str, None]
    vehicle: Union[VehicleRef, None]
    flags: List[str]


class ReviewedReportPhotosItem(TypedDict):
    id: str
    state: PhotoState
    width: int
    height: int
    addedAt: str


class ReviewedReportSaidPlace(TypedDict):
    """Where it is."""
    lat: float
    lng: float
    accuracyM: float
    stopId: Union[str, None]


class ReviewedReportSaid(TypedDict):
    category: NotRequired[Category]
    injury: NotRequired[Union[Injury, None]]
    place: NotRequired[ReviewedReportSaidPlace]
    vehicle: NotRequired[Union[VehicleRef, None]]
    visibility: NotRequired[Visibility]
    occurredAt: NotRequired[str]
    note: NotRequired[Union[str, None]]


class IncidentBeside(TypedDict):
    """An incident as reviewers see it, with its distance from the subject."""
    id: str
    category: Category
    visibility: Literal["public", "coarse"]
    lifecycle: Literal["active", "resolved", "expired", "archived", "merged", "retracted"]
    corroboration: Literal["unverified", "corroborated", "verified", "disputed", "refuted"]
    reports: int
    place: Point
    placeName: Union[str, None]
    vehicle: Union[VehicleRef, None]
    firstSeenAt: str
    lastSeenAt: str
    distanceM: int


class SimilarIncident(TypedDict):
    """An incident that may be the same event."""
    id: str
    category: Category
    visibility: Literal["public", "coarse"]
    lifecycle: Literal["active", "resolved", "expired", "archived", "merged", "retracted"]
    corroboration: Literal["unverified", "corroborated", "verified", "disputed", "refuted"]
    reports: int
    place: Point
    placeName: Union[str, None]
    vehicle: Union[VehicleRef, None]
    firstSeenAt: str
    lastSeenAt: str
    distanceM: int
    says: List[str]


class ReportBesidePlace(TypedDict):
    """Where it is."""
    lat: float
    lng: float
    accuracyM: float


class ReportBesideAdditionsItem(TypedDict):
    at: str
    words: Union[str, None]
    vehicle: Union[VehicleRef, None]
    flags: List[str]


class ReportBesidePhotosItem(TypedDict):
    id: str
    state: PhotoState
    width: int
    height: int
    addedAt: str


class ReportBeside(TypedDict):
    """A report that may be of the same event."""
    id: str
    category: Category
    state: Literal["received", "accepted", "linked", "in_review", "held", "needs_info", "rejected", "duplicate", "withdrawn", "purged"]
    occurredAt: str
    timeUncertain: bool
    receivedAt: str
    place: ReportBesidePlace
    placeName: Union[str, None]
    injury: Union[Injury, None]
    vehicle: Union[VehicleRef, None]
    note: Union[str, None]
    noteFlags: List[str]
    additions: List[ReportBesideAdditionsItem]
    photos: List[ReportBesidePhotosItem]
    version: int
    beside: Literal["incident", "similar", "near"]


class ReviewAuthor(TypedDict):
    """Counts of the author’s other submissions, without the author’s identity."""
    account: bool
    newAccount: bool
    sent: int
    accepted: int
    rejected: int
    waiting: int
    duplicate: NotRequired[int]
    withdrawn: NotRequired[int]
    returned: NotRequired[int]
    vehicles: NotRequired[int]


class ReviewedReport(TypedDict):
    """A report as its reviewers see it."""
    id: str
    category: Category
    state: Literal["received", "accepted", "linked", "in_review", "held", "needs_info", "rejected", "duplicate", "withdrawn", "purged"]
    occurredAt: str
    timeUncertain: bool
    receivedAt: str
    place: ReviewedReportPlace
    placeName: Union[str, None]
    injury: Union[Injury, None]
    vehicle: Union[VehicleRef, None]
    note: Union[str, None]
    noteFlags: List[str]
    additions: List[ReviewedReportAdditionsItem]
    photos: List[ReviewedReportPhotosItem]
    version: int
    kind: Literal["report"]
    visibility: Visibility
    said: Union[ReviewedReportSaid, None]
    asked: Union[str, None]
    answer: Union[str, None]
    location: Location
    incident: Union[IncidentBeside, None]
    nearby: List[SimilarIncident]
    siblings: List[ReportBeside]
    author: ReviewAuthor


class ReviewedFeedbackSiblingsItem(TypedDict):
    id: str
    vehicle: VehicleRef
    route: Union[RouteRef, None]
    stars: int
    sentiment: Sentiment
    tags: List[FeedbackTag]
    comment: Union[str, None]
    rodeAt: str
    receivedAt: str
    state: Literal["received", "counted", "held", "rejected"]
    commentFlags: List[str]
    newAccount: bool


class ReviewedFeedback(TypedDict):
    """A rating as its reviewers see it."""
    id: str
    vehicle: VehicleRef
    route: Union[RouteRef, None]
    stars: int
    sentiment: Sentiment
    tags: List[FeedbackTag]
    comment: Union[str, None]
    rodeAt: str
    receivedAt: str
    state: Literal["received", "counted", "held", "rejected"]
    commentFlags: List[str]
    newAccount: bool
    kind: Literal["feedback"]
    siblings: List[ReviewedFeedbackSiblingsItem]
    author: ReviewAuthor


class ReviewedCollectionEntryPicturesItem(TypedDict):
    id: str
    width: int
    height: int
    addedAt: str


class ReviewedCollectionEntryAssignment(TypedDict):
    id: str
    kind: str
    title: str


class ReviewedCollectionEntryBeforePicturesItem(TypedDict):
    id: str
    width: int
    height: int
    addedAt: str


class ReviewedCollectionEntryBefore(TypedDict):
    reason: Union[str, None]
    note: Union[str, None]
    facts: List[str]
    vehicle: VehicleFacts
    id: str
    entryNote: Union[str, None]
    pictures: List[ReviewedCollectionEntryBeforePicturesItem]
    returned: bool


class ReviewedCollectionEntrySiblingsItem(TypedDict):
    id: str
    state: CollectionEntryState
    capturedAt: str


class ReviewedCollectionEntryTraceItem(TypedDict):
    lat: float
    lng: float
    id: str
    capturedAt: str


class ReviewedCollectionEntry(TypedDict):
    """A collected entry as its reviewers see it."""
    id: str
    state: CollectionEntryState
    sessionId: str
    assignmentId: Union[str, None]
    claimToken: Union[int, None]
    revises: Union[str, None]
    revisedBy: Union[str, None]
    vehicle: VehicleFacts
    vehicleId: Union[str, None]
    capturedAt: str
    receivedAt: str
    place: Union[FieldPlace, None]
    location: Union[Location, None]
    note: Union[str, None]
    photos: int
    photoIds: List[str]
    seenBefore: bool
    qualityFlags: List[QualityFlag]
    notCounted: List[NotCounted]
    late: bool
    contested: bool
    decision: Union[CollectionEntryDecision, None]
    kind: Literal["collection_entry"]
    noteFlags: List[str]
    plateUnusual: bool
    pictures: List[ReviewedCollectionEntryPicturesItem]
    known: Union[Vehicle, None]
    stickerOf: Union[Vehicle, None]
    saccoTold: Union[SaccoRef, None]
    routesTold: List[RouteRef]
    assignment: Union[ReviewedCollectionEntryAssignment, None]
    before: Union[ReviewedCollectionEntryBefore, None]
    siblings: List[ReviewedCollectionEntrySiblingsItem]
    trace: List[ReviewedCollectionEntryTraceItem]
    author: ReviewAuthor


class ReviewedDisputeVotesConfirm(TypedDict):
    """Votes that it happened."""
    all: int
    independent: int


class ReviewedDisputeVotesDeny(TypedDict):
    """Votes that it did not happen."""
    all: int
    independent: int


class ReviewedDisputeVotesOver(TypedDict):
    """Votes that it is over."""
    all: int
    independent: int


class ReviewedDisputeVotes(TypedDict):
    """Votes of riders."""
    confirm: ReviewedDisputeVotesConfirm
    deny: ReviewedDisputeVotesDeny
    over: ReviewedDisputeVotesOver


class ReviewedDispute(TypedDict):
    """A disputed incident as its reviewers see it."""
    id: str
    category: Category
    visibility: Literal["public", "coarse"]
    lifecycle: Literal["active", "resolved", "expired", "archived", "merged", "retracted"]
    corroboration: Literal["unverified", "corroborated", "verified", "disputed", "refuted"]
    reports: int
    place: Point
    placeName: Union[str, None]
    vehicle: Union[VehicleRef, None]
    firstSeenAt: str
    lastSeenAt: str
    distanceM: int
    expiresAt: str
    votes: ReviewedDisputeVotes
    version: int
    kind: Literal["dispute"]
    siblings: List[ReportBeside]
    nearby: List[SimilarIncident]
    author: None


ReviewSubject: TypeAlias = 'Union[ReviewedReport, ReviewedFeedback, ReviewedCollectionEntry, ReviewedDispute]'


class AuthorStanding(TypedDict):
    """What admins decided about an author, without the author’s identity."""
    account: bool
    measures: List[Literal["hold", "limit", "suspend"]]


class ReversalRequest(TypedDict):
    """A request to reverse a decision."""
    by: Union[PersonRef, None]
    at: str
    reason: str
    byYou: bool
    until: str


class AskedReversal(TypedDict):
    """A reversal that another admin must agree to."""
    by: Union[PersonRef, None]
    at: str
    reason: str


class ReviewReversal(TypedDict):
    """Whether and how a decision can be reversed."""
    cannot: Union[str, None]
    asked: Union[ReversalRequest, None]
    earlier: List[AskedReversal]


class SubjectEvent(TypedDict):
    """What happened to the subject of an entry."""
    at: str
    to: str
    reason: Union[str, None]


class EarlierReview(TypedDict):
    """An earlier decision about the same."""
    id: str
    state: ReviewState
    reasonCode: Union[str, None]
    note: Union[str, None]
    decidedAt: str
    decidedBy: Union[PersonRef, None]


ReviewEvent = TypedDict("ReviewEvent", {"at": "str", "from": "Union[ReviewState, None]", "to": "ReviewState", "actor": "Union[PersonRef, None]", "reasonCode": "Union[str, None]", "note": "Union[str, None]"})


class ReviewEntryDetail(TypedDict):
    """An entry of the review queue with its history."""
    id: str
    kind: ReviewKind
    subjectId: str
    about: Union[ReviewAbout, None]
    reason: str
    detail: Dict[str, Any]
    state: ReviewState
    version: int
    own: bool
    claimedBy: Union[PersonRef, None]
    claimedByYou: bool
    claimedUntil: Union[str, None]
    assignedTo: Union[PersonRef, None]
    assignedToYou: bool
    viewers: List[PersonRef]
    escalatedBy: Union[PersonRef, None]
    escalatedByYou: bool
    createdAt: str
    dueAt: str
    decidedAt: Union[str, None]
    decidedBy: Union[PersonRef, None]
    undoUntil: Union[str, None]
    batch: Union[ReviewBatch, None]
    reasonCode: Union[str, None]
    note: Union[str, None]
    edits: Union[Dict[str, Any], None]
    duplicateOf: Union[str, None]
    subject: ReviewSubject
    author: Union[AuthorStanding, None]
    canReopen: bool
    reversal: ReviewReversal
    events: List[SubjectEvent]
    earlier: List[EarlierReview]
    history: List[ReviewEvent]
    reasons: List[ReviewReason]


class ReviewQueuePageWaitingItem(TypedDict):
    kind: ReviewKind
    open: int
    overdue: int


class ReviewQueuePage(TypedDict):
    """A page of the list, and where the next begins."""
    data: List[ReviewEntry]
    waiting: List[ReviewQueuePageWaitingItem]
    matching: Union[int, None]
    asOf: str
    page: Page


class IncidentRecordReportsItemPlace(TypedDict):
    """Where it is."""
    lat: float
    lng: float
    accuracyM: float


class IncidentRecordReportsItemAdditionsItem(TypedDict):
    at: str
    words: Union[str, None]
    vehicle: Union[VehicleRef, None]
    flags: List[str]


class IncidentRecordReportsItemPhotosItem(TypedDict):
    id: str
    state: PhotoState
    width: int
    height: int
    addedAt: str


class IncidentRecordReportsItem(TypedDict):
    id: str
    category: Category
    state: Literal["received", "accepted", "linked", "in_review", "held", "needs_info", "rejected", "duplicate", "withdrawn", "purged"]
    occurredAt: str
    timeUncertain: bool
    receivedAt: str
    place: IncidentRecordReportsItemPlace
    placeName: Union[str, None]
    injury: Union[Injury, None]
    vehicle: Union[VehicleRef, None]
    note: Union[str, None]
    noteFlags: List[str]
    additions: List[IncidentRecordReportsItemAdditionsItem]
    photos: List[IncidentRecordReportsItemPhotosItem]
    version: int


class IncidentRecordVotesConfirm(TypedDict):
    """Votes that it happened."""
    all: int
    independent: int


class IncidentRecordVotesDeny(TypedDict):
    """Votes that it did not happen."""
    all: int
    independent: int


class IncidentRecordVotesOver(TypedDict):
    """Votes that it is over."""
    all: int
    independent: int


class IncidentRecordVotes(TypedDict):
    """Votes of riders."""
    confirm: IncidentRecordVotesConfirm
    deny: IncidentRecordVotesDeny
    over: IncidentRecordVotesOver


class IncidentRecordAbsorbedItem(TypedDict):
    id: str
    mergedAt: str
    splitUntil: Union[str, None]


class IncidentRecordCan(TypedDict):
    """The actions currently available to you."""
    merge: bool
    split: bool
    retract: bool
    restore: bool


class IncidentEvent(TypedDict):
    """What happened to an incident."""
    at: str
    kind: str
    actor: Union[PersonRef, None]
    detail: Dict[str, Any]


class IncidentRecord(TypedDict):
    """An incident with all details for reviewers."""
    id: str
    category: Category
    visibility: Literal["public", "coarse"]
    lifecycle: Literal["active", "resolved", "expired", "archived", "merged", "retracted"]
    corroboration: Literal["unverified", "corroborated", "verified", "disputed", "refuted"]
    reports: List[IncidentRecordReportsItem]
    place: Point
    placeName: Union[str, None]
    vehicle: Union[VehicleRef, None]
    firstSeenAt: str
    lastSeenAt: str
    expiresAt: str
    votes: IncidentRecordVotes
    version: int
    goneReason: Union[str, None]
    mergedInto: Union[str, None]
    splitUntil: Union[str, None]
    restoreUntil: Union[str, None]
    absorbed: List[IncidentRecordAbsorbedItem]
    own: bool
    can: IncidentRecordCan
    history: List[IncidentEvent]


class IncidentRow(TypedDict):
    """An incident in a list for reviewers."""
    id: str
    category: Category
    visibility: Literal["public", "coarse"]
    lifecycle: Literal["active", "resolved", "expired", "archived", "merged", "retracted"]
    corroboration: Literal["unverified", "corroborated", "verified", "disputed", "refuted"]
    reports: int
    place: Point
    placeName: Union[str, None]
    vehicle: Union[VehicleRef, None]
    firstSeenAt: str
    lastSeenAt: str
    corridor: Union[CorridorRef, None]
    note: Union[str, None]
    photos: int


class IncidentRecordPage(TypedDict):
    """A page of the list, and where the next begins."""
    data: List[IncidentRow]
    page: Page


class VehicleFactsVersion(TypedDict):
    """One version of a vehicle’s facts and its origin."""
    version: int
    inForce: bool
    plate: str
    fleetName: Union[str, None]
    sacco: Union[SaccoRef, None]
    saccoName: Union[str, None]
    routes: List[RouteRef]
    capacity: Union[int, None]
    sticker: Union[Dict[str, Any], None]
    checks: Dict[str, str]
    observedAt: Union[str, None]
    surveyor: Union[PersonRef, None]
    sessionId: Union[str, None]
    entryId: Union[str, None]
    approvedAt: Union[str, None]
    approvedBy: Union[PersonRef, None]
    reason: Union[str, None]


class VehicleFactPage(TypedDict):
    """A page of the list, and where the next begins."""
    data: List[VehicleFactsVersion]
    page: Page


class AdminVehicle(TypedDict):
    """A vehicle with the version of its facts."""
    id: str
    publicCode: str
    plate: str
    fleetName: Union[str, None]
    sacco: Union[SaccoRef, None]
    routes: List[RouteRef]
    capacity: Union[int, None]
    checkedAt: Union[str, None]
    retiredAt: Union[str, None]
    version: int
    state: Literal["mentioned", "known"]


class VehiclePage(TypedDict):
    """A page of the list, and where the next begins."""
    data: List[AdminVehicle]
    page: Page


class NewVehicleBody(TypedDict):
    """The facts of the vehicle."""
    plate: str
    fleetName: NotRequired[Union[str, None]]
    saccoId: NotRequired[Union[str, None]]
    routeIds: NotRequired[List[str]]
    capacity: NotRequired[Union[int, None]]
    unusualPlate: NotRequired[bool]


class VehicleCaseItemSlot(TypedDict):
    assignmentId: str
    n: int


class VehicleCaseItemAuthorRecord(TypedDict):
    decided: int
    accepted: int


class VehicleCaseItemAuthor(TypedDict):
    account: bool
    measures: List[Literal["hold", "limit", "suspend"]]
    n: int
    record: Union[VehicleCaseItemAuthorRecord, None]


class VehicleCaseItem(TypedDict):
    """Something about a vehicle, without who said it."""
    kind: Literal["incident", "report", "feedback", "collection_entry"]
    id: str
    at: str
    state: str
    category: Union[Category, None]
    placeName: Union[str, None]
    stars: Union[int, None]
    says: Union[str, None]
    incidentId: Union[str, None]
    reviewId: Union[str, None]
    slot: Union[VehicleCaseItemSlot, None]
    author: Union[VehicleCaseItemAuthor, None]


class VehicleCaseReply(TypedDict):
    """What `getVehicleCase` returns."""
    data: List[VehicleCaseItem]
    total: int


class MovedByVehicleMerge(TypedDict):
    """How much moves to the other vehicle."""
    reports: int
    incidents: int
    ratings: int
    ridersOfBoth: int
    entries: int
    followers: int
    retiredCodes: int
    versions: int


class VehicleRecordMergesItem(TypedDict):
    id: str
    plate: str
    publicCode: str
    mergedAt: str
    moved: MovedByVehicleMerge


class VehicleRecord(TypedDict):
    """A vehicle and the vehicles merged into it."""
    id: str
    publicCode: str
    plate: str
    fleetName: Union[str, None]
    sacco: Union[SaccoRef, None]
    routes: List[RouteRef]
    capacity: Union[int, None]
    checkedAt: Union[str, None]
    retiredAt: Union[str, None]
    version: int
    state: Literal["mentioned", "known"]
    merges: List[VehicleRecordMergesItem]


class VehicleBody(TypedDict):
    """All facts of a vehicle, replacing the current ones."""
    plate: str
    fleetName: Union[str, None]
    saccoId: Union[str, None]
    routeIds: List[str]
    capacity: Union[int, None]
    reason: str
    version: int


VehicleMergePreview = TypedDict("VehicleMergePreview", {"from": "AdminVehicle", "into": "VehicleRecord", "moved": "MovedByVehicleMerge", "filled": "List[Literal['fleetName', 'saccoId', 'routeIds', 'capacity']]"})


class MergeVehiclesBody(TypedDict):
    """The vehicle to keep and the reason."""
    into: str
    reason: str


class RouteRecordStagesItem(TypedDict):
    id: str
    name: str
    place: Point


class RouteRecordSaccosItem(TypedDict):
    id: str
    slug: str
    name: str
    vehicles: int


class RouteRecordIncidentsLatestItem(TypedDict):
    id: str
    category: Category
    placeName: Union[str, None]


class RouteRecordIncidents(TypedDict):
    """Live incidents within 200 m of its line, or in a cell that it crosses, with the five most recent."""
    count: int
    latest: List[RouteRecordIncidentsLatestItem]


class AssignmentTitle(TypedDict):
    """Title of an assignment in the languages of the city."""
    id: str
    title: str
    titleSw: Union[str, None]


class RouteRecord(TypedDict):
    """A route with related records."""
    id: str
    slug: str
    shortName: str
    longName: str
    name: str
    retiredAt: Union[str, None]
    stages: List[RouteRecordStagesItem]
    vehicles: int
    saccos: List[RouteRecordSaccosItem]
    incidents: RouteRecordIncidents
    assignments: List[AssignmentTitle]


class StageRecordBox(TypedDict):
    """The area counted as near, 400 m to each side. Use it as `bbox` for the list of incidents."""
    west: float
    south: float
    east: float
    north: float


class StageRecordReportsItem(TypedDict):
    category: Category
    reports: int


class StageRecordEntriesLatestItem(TypedDict):
    id: str
    plate: str
    capturedAt: str
    reviewId: Union[str, None]


class StageRecordEntries(TypedDict):
    """Number of collection entries recorded here, and the latest five."""
    count: int
    latest: List[StageRecordEntriesLatestItem]


class StageRecord(TypedDict):
    """A stop with related records."""
    id: str
    name: str
    place: Point
    retiredAt: Union[str, None]
    corridor: Union[CorridorRef, None]
    area: Union[str, None]
    box: StageRecordBox
    routes: List[RouteRef]
    liveIncidents: int
    reports: List[StageRecordReportsItem]
    assignments: List[AssignmentTitle]
    entries: StageRecordEntries


class User(TypedDict):
    """A user. For users of another issuer only the id is known."""
    id: str
    email: Union[str, None]
    displayName: Union[str, None]
    roles: List[Role]
    version: int
    you: bool
    hasSecondFactor: bool
    suspendedAt: Union[str, None]
    createdAt: Union[str, None]
    lastSignInAt: Union[str, None]


class RolesBody(TypedDict):
    """The new roles of a user."""
    roles: List[Role]
    reason: str
    version: int


class UserPage(TypedDict):
    """A page of the list, and where the next begins."""
    data: List[User]
    page: Page


class SearchConsoleReplyDataItem(TypedDict):
    kind: Literal["vehicle", "sacco", "user", "assignment", "incident", "corridor", "route", "stop"]
    id: str
    title: Union[str, None]
    subtitle: Union[str, None]
    at: Union[str, None]
    state: Union[Literal["mentioned", "known"], None]


class SearchConsoleReply(TypedDict):
    """What `searchConsole` returns."""
    data: List[SearchConsoleReplyDataItem]


class AuditEventReasonLabel(TypedDict):
    en: str
    sw: str


class AuditEventAbout(TypedDict):
    """What the subject is: plate, place and category, or the name; only what it has."""
    plate: NotRequired[str]
    placeName: NotRequired[str]
    category: NotRequired[Category]
    name: NotRequired[str]


class AuditEvent(TypedDict):
    """A privileged action. Kept for 24 months."""
    id: str
    at: str
    actor: Union[PersonRef, None]
    action: str
    subjectKind: str
    subjectId: str
    reason: Union[str, None]
    reasonLabel: Union[AuditEventReasonLabel, None]
    about: AuditEventAbout
    detail: Dict[str, Any]


class AuditLogPage(TypedDict):
    """A page of the list, and where the next begins."""
    data: List[AuditEvent]
    page: Page


class AdminAlert(TypedDict):
    """An alert for admins."""
    id: int
    kind: Literal["injury", "assault", "overdue", "not_safe", "feed_stopped", "reversal"]
    at: str
    subjectId: Union[str, None]
    entryKind: Union[ReviewKind, None]
    title: Union[str, None]
    note: Union[str, None]
    isRead: bool
    category: Union[Category, None]
    area: Union[str, None]
    plate: Union[str, None]
    dueAt: Union[str, None]


class AdminAlerts(TypedDict):
    """The alerts of an admin, newest first."""
    data: List[AdminAlert]
    unread: int
    email: Literal["off", "at_once", "digest"]


DashboardTotals = TypedDict("DashboardTotals", {"from": "str", "to": "str", "reports": "int", "incidents": "int", "corroborated": "int", "decided": "int", "onTime": "int", "medianWaitS": "Union[int, None]", "entries": "int"})


DashboardBefore = TypedDict("DashboardBefore", {"from": "str", "to": "str", "reports": "int", "incidents": "int", "corroborated": "int", "decided": "int", "onTime": "int", "medianWaitS": "Union[int, None]", "entries": "int"})


class DashboardResponseItem(TypedDict):
    targetS: int
    decided: int
    onTime: int
    medianS: Union[int, None]
    p90S: Union[int, None]
    overdue: int


class DashboardCorridorsItem(TypedDict):
    id: str
    name: str
    lengthM: int
    incidents: int
    tooFew: bool
    rate: Union[float, None]
    low: Union[float, None]
    high: Union[float, None]


class DashboardSurveyorsItem(TypedDict):
    surveyor: PersonRef
    hours: float
    entries: EntryCounts
    decided: int


class DashboardQueueNowItem(TypedDict):
    kind: ReviewKind
    open: int
    overdue: int
    oldestAt: Union[str, None]


class DashboardQueueDaysItem(TypedDict):
    date: str
    kind: ReviewKind
    arrived: int
    decided: int
    withdrawn: int
    open: int
    oldestS: Union[int, None]
    medianWaitS: Union[int, None]


class DashboardQueue(TypedDict):
    """The review queue as it is now."""
    now: List[DashboardQueueNowItem]
    days: List[DashboardQueueDaysItem]


class DashboardDecisionsItem(TypedDict):
    date: str
    approved: int
    approvedWithEdits: int
    changesRequested: int
    rejected: int
    duplicate: int
    escalated: int


class DashboardIncidentsCorroboration(TypedDict):
    """Their current confidence."""
    unverified: int
    corroborated: int
    verified: int
    disputed: int


class DashboardIncidentsByReportsItem(TypedDict):
    least: int
    most: Union[int, None]
    incidents: int


class DashboardIncidents(TypedDict):
    """Incidents, or how many there are."""
    published: int
    retracted: int
    corroboration: DashboardIncidentsCorroboration
    corroboratedShare: Union[float, None]
    byReports: List[DashboardIncidentsByReportsItem]


class DashboardCategoriesItem(TypedDict):
    week: str
    category: Category
    reports: int
    incidents: int


class DashboardHeatCellsItem(TypedDict):
    centre: Point
    incidents: int


class DashboardHeatWeeksItemCellsItem(TypedDict):
    centre: Point
    incidents: int


class DashboardHeatWeeksItem(TypedDict):
    week: str
    cells: List[DashboardHeatWeeksItemCellsItem]


class DashboardHeat(TypedDict):
    """Where incidents happened, in coarse cells."""
    cellDeg: float
    cells: List[DashboardHeatCellsItem]
    weeks: List[DashboardHeatWeeksItem]


class DashboardFieldWorkItem(TypedDict):
    date: str
    surveyors: int
    entries: EntryCounts
    hours: float


Dashboard = TypedDict("Dashboard", {"from": "str", "to": "str", "asOf": "str", "totals": "DashboardTotals", "before": "DashboardBefore", "response": "List[DashboardResponseItem]", "corridors": "List[DashboardCorridorsItem]", "surveyors": "List[DashboardSurveyorsItem]", "queue": "DashboardQueue", "decisions": "List[DashboardDecisionsItem]", "incidents": "DashboardIncidents", "categories": "List[DashboardCategoriesItem]", "heat": "DashboardHeat", "fieldWork": "List[DashboardFieldWorkItem]"})


class SecondFactorBody(TypedDict):
    """What `verifySecondFactor` receives."""
    code: str


class VerifySecondFactorReply(TypedDict):
    """What `verifySecondFactor` returns."""
    recoveryCodes: List[str]


class WebhookSendBody(TypedDict):
    """What to send."""
    deliveryId: NotRequired[str]


class AnswerReportBody(TypedDict):
    answer: str


class FeedbackBody(TypedDict):
    """One rider’s rating of one ride."""
    id: str
    vehicle: NamedVehicle
    stars: int
    tags: NotRequired[List[FeedbackTag]]
    comment: NotRequired[str]
    rodeAt: NotRequired[str]
    routeId: NotRequired[str]


class FeedbackReceived(TypedDict):
    """The stored feedback."""
    id: str
    vehicle: VehicleRef
    route: Union[RouteRef, None]
    stars: int
    sentiment: Sentiment
    tags: List[FeedbackTag]
    comment: Union[str, None]
    rodeAt: str
    receivedAt: str
    repeated: bool


class SaccoBody(TypedDict):
    """What `createSacco` receives."""
    name: str


class MergeSaccosBody(TypedDict):
    """The group to keep and the reason."""
    into: str
    reason: str


class UndoSaccoMergeBody(TypedDict):
    """The reason for undoing the merge."""
    reason: str


class RestoreSaccoBody(TypedDict):
    """What `restoreSacco` receives."""
    reason: str


class RetireSaccoBody(TypedDict):
    """What `retireSacco` receives."""
    reason: str


class EndSessionBody(TypedDict):
    """The end of a session of field work."""
    id: str
    endedAt: NotRequired[str]
    sentAt: NotRequired[str]


class SurveyorSessionAnswer(TypedDict):
    """The updated session."""
    id: str
    state: Literal["open", "ended", "abandoned"]
    startedAt: str
    touchedAt: str
    openUntil: str
    endedAt: Union[str, None]
    place: Union[FieldPlace, None]
    location: Union[Location, None]
    entryCount: int
    repeated: bool


class StartSessionBody(TypedDict):
    """A session to start, now or earlier."""
    id: str
    startedAt: NotRequired[str]
    sentAt: NotRequired[str]
    place: NotRequired[ReportPlace]


class TouchSessionBody(TypedDict):
    """Keeps the session open."""
    id: str


class ClaimBody(TypedDict):
    """Options of a claim."""
    sessionId: NotRequired[str]
    offline: NotRequired[bool]


class ClaimAnswerCountsItem(TypedDict):
    id: str
    startedAt: str
    minutes: int
    vehicles: int


class ClaimAnswer(TypedDict):
    """The updated claim."""
    assignmentId: str
    slotId: str
    token: int
    state: SlotState
    claimedAt: str
    heldUntil: str
    renewableUntil: str
    offline: bool
    sessionId: Union[str, None]
    assignedByAdmin: bool
    entries: int
    tally: QuotaTally
    counts: List[ClaimAnswerCountsItem]
    repeated: bool


class ClaimsBody(TypedDict):
    """Several assignments to claim."""
    sessionId: NotRequired[str]
    offline: NotRequired[bool]
    assignmentIds: List[str]


class ClaimsRefusedItem(TypedDict):
    assignmentId: str
    code: Literal["not_found", "claim_limit", "slot_taken", "rate_limited"]


class Claims(TypedDict):
    """What was claimed, and what was not."""
    claimed: List[ClaimAnswer]
    refused: List[ClaimsRefusedItem]


BlockedReason: TypeAlias = 'Literal["not_found", "unsafe", "already_done", "too_hard"]'


class ReleaseBody(TypedDict):
    """A slot to release, with the reason if the work cannot be done."""
    token: int
    blocked: NotRequired[BlockedReason]
    note: NotRequired[str]


class Release(TypedDict):
    """The released slot."""
    assignmentId: str
    slotId: str
    token: int
    state: Literal["released", "blocked"]
    reason: Union[BlockedReason, None]
    repeated: bool


class SubmitSlotBody(TypedDict):
    """A slot to submit."""
    token: int


class SlotSubmission(TypedDict):
    """The submitted slot."""
    assignmentId: str
    slotId: str
    token: int
    state: Literal["submitted"]
    entries: int
    counts: int
    repeated: bool


class AssignSlotBody(TypedDict):
    """What `assignAssignmentSlot` receives."""
    surveyorId: str
    holderId: NotRequired[Union[str, None]]
    reason: str


class CloseBody(TypedDict):
    """The reason for closing the assignment."""
    reason: str


class FreeSlotBody(TypedDict):
    """What `freeAssignmentSlot` receives."""
    reason: str


class AcceptSampledBody(TypedDict):
    """What `acceptSampledSlot` receives."""
    looked: List[str]


class AcceptSampledSlotReply(TypedDict):
    """What `acceptSampledSlot` returns."""
    id: str
    batches: List[ReviewBatch]
    refused: int


class WithdrawnEntry(TypedDict):
    """The withdrawn entry."""
    id: str
    state: Literal["withdrawn"]
    repeated: bool


class StageCountBodyTapsItem(TypedDict):
    routeId: Union[str, None]
    atS: float


class StageCountBodyPausesItem(TypedDict):
    fromS: float
    toS: float


class StageCountBody(TypedDict):
    """A surveyor’s count at a stop, vehicle by vehicle."""
    id: str
    sessionId: str
    claimToken: NotRequired[int]
    startedAt: str
    endedAt: str
    sentAt: NotRequired[str]
    taps: List[StageCountBodyTapsItem]
    pauses: NotRequired[List[StageCountBodyPausesItem]]
    place: NotRequired[ReportPlace]
    note: NotRequired[str]


class StageCountReceived(TypedDict):
    """The stored count."""
    id: str
    vehicles: int
    minutes: int
    late: bool
    repeated: bool


class OpenAuthorBody(TypedDict):
    """What `openAuthor` receives."""
    reason: str


class AuthorOpenedOthersItem(TypedDict):
    kind: Literal["report", "feedback", "collection_entry"]
    id: str
    at: str
    state: str
    category: Union[Category, None]
    plate: Union[str, None]
    reviewId: Union[str, None]


class AuthorOpened(TypedDict):
    """What a case leaves out of one submission. Never who sent it."""
    id: str
    happenedAt: str
    receivedAt: str
    others: List[AuthorOpenedOthersItem]


class RestrictAuthorBody(TypedDict):
    """What `restrictAuthor` receives."""
    measure: Literal["hold", "limit", "suspend"]
    on: bool
    reason: str


class AuthorRestricted(TypedDict):
    """What admins decided about the author of a submission, without the author’s identity."""
    account: bool
    measures: List[Literal["hold", "limit", "suspend"]]
    id: str


class ReopenBody(TypedDict):
    """What `reopenReviewEntry` receives."""
    reason: str


class UndoBody(TypedDict):
    """What `agreeToReviewReversal` receives."""
    version: int
    reason: str


class ReviewBody(TypedDict):
    """A decision. All but an approval require a `reasonCode`; `approved_with_edits` requires `edits`, which `changes_requested` also accepts; only `duplicate` has `duplicateOf`."""
    entryId: str
    decision: ReviewDecision
    version: int
    reasonCode: NotRequired[str]
    note: NotRequired[str]
    edits: NotRequired[Dict[str, Any]]
    duplicateOf: NotRequired[str]


class BulkReviewBodyEntriesItem(TypedDict):
    entryId: str
    version: int
    decision: NotRequired[Literal["approved", "changes_requested", "rejected"]]
    reasonCode: NotRequired[str]
    note: NotRequired[str]


class BulkReviewBody(TypedDict):
    """What `previewReviewDecisions` receives."""
    entries: List[BulkReviewBodyEntriesItem]
    decision: Literal["approved", "changes_requested", "rejected", "escalated"]
    reasonCode: NotRequired[str]
    note: NotRequired[str]


class SubjectStanding(TypedDict):
    """Where the subject of an entry stands now."""
    state: str
    visibility: NotRequired[str]
    lifecycle: NotRequired[Union[str, None]]
    incidentId: NotRequired[Union[str, None]]
    reports: NotRequired[int]


class ReviewPreview(TypedDict):
    """The expected result of a decision on one entry."""
    entryId: str
    problem: Union[str, None]
    before: Union[SubjectStanding, None]
    after: Union[SubjectStanding, None]
    effects: List[str]


class PreviewReviewDecisionsReply(TypedDict):
    """What `previewReviewDecisions` returns."""
    data: List[ReviewPreview]


class BulkOutcome(TypedDict):
    """The result for one entry."""
    entryId: str
    problem: Union[str, None]
    before: Union[SubjectStanding, None]
    after: Union[SubjectStanding, None]
    effects: List[str]
    entry: Union[ReviewEntry, None]


class SubmitReviewDecisionsReply(TypedDict):
    """What `submitReviewDecisions` returns."""
    data: List[BulkOutcome]
    batch: Union[ReviewBatch, None]


class BatchUndoBody(TypedDict):
    """What `undoReviewBatch` receives."""
    reason: str


class UndoReviewBatchReplyRefusedItem(TypedDict):
    entryId: str
    because: str


class UndoReviewBatchReply(TypedDict):
    """What `undoReviewBatch` returns."""
    id: str
    kind: ReviewKind
    decision: ReviewDecision
    size: int
    standing: int
    undoUntil: Union[str, None]
    refused: List[UndoReviewBatchReplyRefusedItem]


class MergeBody(TypedDict):
    """What `mergeIncident` receives."""
    into: str
    version: int
    intoVersion: int
    reason: str


class RestoreBody(TypedDict):
    """What `restoreIncident` receives."""
    version: int
    reason: str


class RetractBody(TypedDict):
    """What `retractIncident` receives."""
    version: int
    reason: str


class SplitBody(TypedDict):
    """What `splitIncident` receives."""
    version: int
    reason: str


class RestoreVehicleBody(TypedDict):
    """What `restoreVehicle` receives."""
    reason: str


class RetireVehicleBody(TypedDict):
    """What `retireVehicle` receives."""
    reason: str


class SuspendBody(TypedDict):
    """What `reinstateUser` receives."""
    reason: str


class StickerBody(TypedDict):
    """Options of a sticker."""
    rotate: NotRequired[bool]
    reason: NotRequired[str]


class StickerWordsEn(TypedDict):
    """In English."""
    title: str
    text: str


class StickerWordsSw(TypedDict):
    """In the second language of the city, where it has one."""
    title: str
    text: str


class StickerWords(TypedDict):
    """What was written."""
    en: StickerWordsEn
    sw: StickerWordsSw


class Sticker(TypedDict):
    """The content of a vehicle’s sticker."""
    vehicle: Vehicle
    publicCode: str
    link: str
    qrSvg: str
    words: StickerWords


class ReadAlertsBody(TypedDict):
    """What `readAdminAlerts` receives."""
    to: int


class VoteOnIncidentBody(TypedDict):
    vote: Union[Vote, None]


KeepSaccosApartBody = TypedDict("KeepSaccosApartBody", {"from": "str", "reason": "str"})


class SaccoNameBody(TypedDict):
    """What `renameSacco` receives."""
    name: str
    reason: str


class ModuleProgressBody(TypedDict):
    """Items completed in a module since the last request."""
    completedItems: NotRequired[List[str]]
    quizAnswers: NotRequired[Dict[str, List[str]]]
    courseVersion: NotRequired[int]


class QuestionResult(TypedDict):
    """Feedback on one answer."""
    key: str
    right: bool
    given: List[str]
    rightOptions: List[str]
    explanation: str
    lesson: Union[str, None]


class QuizAttempt(TypedDict):
    """The result of a quiz attempt."""
    at: str
    percent: int
    passed: bool
    rightCount: int
    questionCount: int
    results: List[QuestionResult]


class QuizProgress(TypedDict):
    """The caller’s results in a quiz."""
    passed: bool
    attempts: int
    bestPercent: Union[int, None]


class ModuleProgress(TypedDict):
    """Completed and remaining items of a module."""
    moduleId: str
    slug: str
    title: str
    state: LearningState
    completedItems: List[str]
    remainingItems: List[str]
    quiz: Union[QuizProgress, None]


class MarkLearningModuleProgressReply(TypedDict):
    """What `markLearningModuleProgress` returns."""
    attempt: Union[QuizAttempt, None]
    module: ModuleProgress
    course: CourseProgress


class AssigneeBody(TypedDict):
    """What `assignReviewEntry` receives."""
    to: Union[str, None]


class AlertSettingsBody(TypedDict):
    """What `chooseAdminAlerts` receives."""
    email: Literal["off", "at_once", "digest"]
    locale: NotRequired[Literal["en", "sw"]]
