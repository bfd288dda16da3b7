drop index concurrently if exists app.audit_log_subject_id;
CREATE INDEX CONCURRENTLY audit_log_subject_id ON app.audit_log USING btree (subject_id);
