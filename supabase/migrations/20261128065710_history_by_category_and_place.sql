drop index concurrently if exists app.incident_history_category;
CREATE INDEX CONCURRENTLY incident_history_category ON app.incident_history USING btree (category, last_seen_at DESC, incident_id DESC);
