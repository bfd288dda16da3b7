drop index concurrently if exists app.incident_history_transit;
CREATE INDEX CONCURRENTLY incident_history_transit ON app.incident_history USING gin (app.transit_ids(body));
