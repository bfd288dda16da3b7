drop index concurrently if exists app.review_entries_author;
CREATE INDEX CONCURRENTLY review_entries_author ON app.review_entries USING btree (author_id, decided_at);
