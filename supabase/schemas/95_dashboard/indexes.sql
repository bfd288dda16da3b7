-- What the figures of a period are found by. These tables grow at their end in the order of these times, so an index of a
-- few pages is enough, and costs writers next to nothing.
create index reports_received on app.reports using brin (received_at);
create index incidents_published on app.incidents using brin (published_at);
create index review_events_at on app.review_events using brin (at);
create index collection_entries_captured on app.collection_entries using brin (captured_at);
create index surveyor_sessions_started on app.surveyor_sessions using brin (started_at);
