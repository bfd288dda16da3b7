drop index concurrently if exists app.collection_entries_vehicle_id;
CREATE INDEX CONCURRENTLY collection_entries_vehicle_id ON app.collection_entries USING btree (vehicle_id) WHERE (vehicle_id IS NOT NULL);
