drop index concurrently if exists app.audit_log_members;
CREATE INDEX CONCURRENTLY audit_log_members ON app.audit_log USING gin (((detail -> 'members'::text)));
