drop index concurrently if exists app.reports_vehicle_id;
CREATE INDEX CONCURRENTLY reports_vehicle_id ON app.reports USING btree (vehicle_id) WHERE (vehicle_id IS NOT NULL);
