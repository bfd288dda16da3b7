drop index concurrently if exists app.incident_feed_stops;
CREATE INDEX CONCURRENTLY incident_feed_stops ON app.incident_feed USING gin (stop_ids);
