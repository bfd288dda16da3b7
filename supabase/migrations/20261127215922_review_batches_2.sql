drop index concurrently if exists app.review_entries_batch;
CREATE INDEX CONCURRENTLY review_entries_batch ON app.review_entries USING btree (batch_id) WHERE (batch_id IS NOT NULL);
