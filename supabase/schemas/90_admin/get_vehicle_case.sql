-- Everything about a vehicle, the newest 200 of `total`: incidents, reports, ratings and field entries, each with its entry
-- of the queue. `author` is a number that holds in this case only, with how the author's last hundred were decided and what
-- holds against them; never who it is. A surveyor, whom a slot names, and who sent a sensitive report are numbered apart
-- from other authors. Sensitive times are by the hour, also in their order. That it was read is noted.
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
    with incidents as (
      select i.id from app.incidents i where i.vehicle_id = p_id
      union select r.incident_id from app.reports r where r.vehicle_id = p_id
    ), entries as (
      select e.id from app.collection_entries e where e.vehicle_id = p_id
      union select e.id from app.collection_entries e where e.plate_key = v_vehicle.plate_key
    ), things as materialized (
      select 'incident' as kind, i.id, app.listed_at(i.visibility, i.opened_seen_at) as at, null as who
        from app.incidents i join incidents o on o.id = i.id
      union all
      select 'report', r.id, app.report_order(r),
             case when app.is_sensitive(r.visibility, r.category) then r.id::text
                  else app.author_key(r.reporter_id, r.device_hash)::text end
        from app.reports r where r.vehicle_id = p_id and r.state <> 'withdrawn'
      union all
      select 'feedback', f.id, f.rode_at, app.author_key(f.rider_id, f.device_hash)::text
        from app.feedback f where f.vehicle_id = p_id and f.state <> 'withdrawn'
      union all
      select 'collection_entry', e.id, e.captured_at, 's' || e.surveyor_id
        from app.collection_entries e join entries o on o.id = e.id where e.state not in ('replaced', 'withdrawn')
    ), authors as (
      select t.who, row_number() over (order by min(t.at), t.who) as n from things t where t.who is not null group by t.who
    ), newest as (
      select t.*, a.n from things t left join authors a on a.who = t.who order by t.at desc, t.id limit 200
    )
    select jsonb_build_object(
      'total', (select count(*) from things),
      'data', coalesce(jsonb_agg(jsonb_build_object(
        'kind', w.kind, 'id', w.id, 'at', app.instant(w.at), 'state', coalesce(i.lifecycle, r.state, f.state, e.state),
        'category', coalesce(i.category, r.category),
        'placeName', app.place_name(coalesce(i.lat, r.lat, (e.place).lat), coalesce(i.lng, r.lng, (e.place).lng)),
        'stars', f.stars, 'says', app.excerpt(coalesce(r.note, r.answer, f.comment, e.note)), 'incidentId', coalesce(i.id, r.incident_id),
        'reviewId', app.review_of(w.kind, w.id),
        'slot', (select jsonb_build_object('assignmentId', s.assignment_id, 'n', s.n) from app.assignment_slots s where s.id = e.slot_id),
        'author', case when w.n is not null then jsonb_build_object(
          'n', w.n, 'record', app.author_record(a.user_id)) || app.author_standing(a.user_id, a.key) end)
        order by w.at desc, w.id), '[]'))
      from newest w
      left join app.incidents i on w.kind = 'incident' and i.id = w.id
      left join app.reports r on w.kind = 'report' and r.id = w.id
      left join app.feedback f on w.kind = 'feedback' and f.id = w.id
      left join app.collection_entries e on w.kind = 'collection_entry' and e.id = w.id
      left join lateral app.author_of(w.kind, w.id) a on true);
end
$$;
grant execute on function api.get_vehicle_case to authenticated;
