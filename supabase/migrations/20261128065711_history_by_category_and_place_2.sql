drop index concurrently if exists app.incident_history_place;
CREATE INDEX CONCURRENTLY incident_history_place ON app.incident_history USING gist (app.plane_point(lat, lng));
