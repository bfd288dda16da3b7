-- What was recorded under the present claim of a slot, in order of time, each with its entry of the queue, to be reviewed
-- as a whole. `distanceM`: beyond its accuracy, from the place or area of the assignment. Places are those of undecided
-- entries, as in the trace of one. `record`: how the surveyor's
-- last hundred were decided. That it was read is noted: it is the trace of a shift.
--
-- Definer: nobody may read these tables directly.
-- Fails with: unauthenticated, role_required, not_found
create function api.get_assignment_slot(p_id uuid, p_n int)
returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  v_admin      uuid := app.require_role('admin');
  v_assignment app.assignments;
  v_slot       app.assignment_slots;
begin
  select * into v_assignment from app.assignments a where a.id = p_id;
  select * into v_slot from app.assignment_slots s where s.assignment_id = p_id and s.n = p_n;
  perform app.require_found(v_slot.id is not null);
  perform app.note_read(v_admin, 'trace.opened', 'assignment', p_id::text, jsonb_build_object('n', p_n));
  return jsonb_build_object(
    'assignment', app.assignment_for_admin(v_assignment),
    'n', p_n,
    'record', app.author_record(v_slot.holder_id),
    'sampling', app.sampling(v_slot, v_admin),
    'reasons', app.review_reasons_of('collection_entry'),
    'entries', (
      select coalesce(jsonb_agg(jsonb_build_object(
               'id', e.id, 'capturedAt', app.instant(e.captured_at), 'plate', e.facts ->> 'plate', 'state', e.state,
               'place', case when (e.place).lat is not null and app.is_undecided(e.state) then jsonb_build_object(
                 'lat', (e.place).lat, 'lng', (e.place).lng) end,
               'distanceM', greatest(0, round(app.assignment_distance_m(v_assignment, (e.place).lat, (e.place).lng)
                                              - (e.place).accuracy_m)),
               'notCounted', to_jsonb(app.not_counted(e)), 'photos', app.count_photos(e.id),
               'review', app.review_response(r, v_admin)) order by e.captured_at, e.id), '[]')
        from app.collection_entries e
       cross join lateral (
         select * from app.review_entries o where o.kind = 'collection_entry' and o.subject_id = e.id
          order by o.created_at desc, o.id limit 1) r
       where e.token = v_slot.token and e.state not in ('replaced', 'withdrawn') and app.slot_state(v_slot) <> 'open'));
end
$$;
grant execute on function api.get_assignment_slot to authenticated;
