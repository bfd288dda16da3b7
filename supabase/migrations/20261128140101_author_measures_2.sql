drop index concurrently if exists app.incidents_vehicle_id;
CREATE INDEX CONCURRENTLY incidents_vehicle_id ON app.incidents USING btree (vehicle_id) WHERE (vehicle_id IS NOT NULL);
