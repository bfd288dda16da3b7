drop index concurrently if exists app.assignment_slots_one_each;
CREATE UNIQUE INDEX CONCURRENTLY assignment_slots_one_each ON app.assignment_slots USING btree (holder_id, assignment_id) WHERE (state = 'claimed'::text);
