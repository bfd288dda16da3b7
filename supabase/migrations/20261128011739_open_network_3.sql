drop index concurrently if exists app.incident_history_latest;
CREATE INDEX CONCURRENTLY incident_history_latest ON app.incident_history USING btree (last_seen_at DESC, incident_id DESC);
