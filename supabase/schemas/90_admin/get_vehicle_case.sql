-- Everything about a vehicle, newest first, at most 200: incidents, reports, ratings and field entries, each with its entry
-- of the queue. `author` is a number that holds in this case only, with how the author's last hundred were decided; never
-- who it is. A surveyor, whom a slot names, and who sent a sensitive report are numbered apart from other authors. Sensitive times are by the hour, also in their order. That it was read is noted.
--
-- Definer: none of this is readable directly.
-- Fails with: unauthenticated, role_required, not_found
create function api.get_vehicle_case(p_id uuid)
returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  v_admin   uuid := app.require_role('admin');
  v_vehicle app.vehicles;
begin
  select * into v_vehicle from app.vehicles v where v.id = p_id;
  perform app.require_found(v_vehicle.id is not null);
  perform app.note_read(v_admin, 'vehicle.opened', 'vehicle', p_id::text);
  return (
    with things as (
      select 'incident' as kind, i.id, app.listed_at(i.visibility, i.opened_seen_at) as at, i.lifecycle as state, i.category,
             app.place_name(i.lat, i.lng) as place_name, null::int as stars, null as says, i.id as incident_id,
             null::uuid as author, null as who
        from app.incidents i
       where i.vehicle_id = p_id or i.id in (select r.incident_id from app.reports r where r.vehicle_id = p_id)
      union all
      select 'report', r.id, app.report_order(r), r.state, r.category, app.place_name(r.lat, r.lng), null,
             app.excerpt(coalesce(r.note, r.answer)), r.incident_id, r.reporter_id,
             case when app.is_sensitive(r.visibility, r.category) then r.id::text
                  else coalesce(r.reporter_id::text, encode(r.device_hash, 'hex')) end
        from app.reports r where r.vehicle_id = p_id and r.state <> 'withdrawn'
      union all
      select 'feedback', f.id, f.rode_at, f.state, null, null, f.stars, app.excerpt(f.comment), null, f.rider_id,
             coalesce(f.rider_id::text, encode(f.device_hash, 'hex'))
        from app.feedback f where f.vehicle_id = p_id and f.state <> 'withdrawn'
      union all
      select 'collection_entry', e.id, e.captured_at, e.state, null, app.place_name((e.place).lat, (e.place).lng), null,
             app.excerpt(e.note), null, e.surveyor_id, 's' || e.surveyor_id
        from app.collection_entries e
       where (e.vehicle_id = p_id or e.plate_key = v_vehicle.plate_key) and e.state not in ('replaced', 'withdrawn')
    ), authors as (
      select t.who, t.author, row_number() over (order by min(t.at), t.who) as n
        from things t where t.who is not null group by t.who, t.author
    ), newest as (
      select t.*, a.n as author_n from things t left join authors a on a.who = t.who order by t.at desc, t.id limit 200
    )
    select jsonb_build_object('data', coalesce(jsonb_agg(jsonb_build_object(
             'kind', w.kind, 'id', w.id, 'at', app.instant(w.at), 'state', w.state, 'category', w.category,
             'placeName', w.place_name, 'stars', w.stars, 'says', w.says, 'incidentId', w.incident_id,
             'reviewId', (select e.id from app.review_entries e where e.subject_id = w.id and e.kind <> 'dispute'
                           order by e.created_at desc, e.id limit 1),
             'slot', (select jsonb_build_object('assignmentId', s.assignment_id, 'n', s.n)
                        from app.collection_entries c join app.assignment_slots s on s.id = c.slot_id
                       where w.kind = 'collection_entry' and c.id = w.id),
             'author', case when w.author_n is not null then jsonb_build_object(
               'n', w.author_n, 'record', app.author_record(w.author)) end)
             order by w.at desc, w.id), '[]'))
      from newest w);
end
$$;
grant execute on function api.get_vehicle_case to authenticated;
