drop index concurrently if exists app.incident_feed_routes;
CREATE INDEX CONCURRENTLY incident_feed_routes ON app.incident_feed USING gin (route_ids);
