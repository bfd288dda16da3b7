-- Field work as tables for analysis, in pages of up to 1,000 rows, oldest first. Days are local days, both included.
-- Surveyors are codes: the same person has the same code in every file, and nothing else of them is in it. Notes in
-- which screening found contact data are left out. Each export is noted.

-- Vehicles as they were recorded, by the day of their capture; a correction and what it replaces are both in it.
--
-- Definer: nobody may read app.collection_entries directly.
-- Fails with: unauthenticated, role_required, invalid_request
create function api.export_collection_entries(
  p_from date default null, p_to date default null, p_limit int default 1000, p_after jsonb default null)
returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  v_limit int := app.export_size(p_from, p_to, p_limit);
begin
  perform app.note_read(app.require_role('admin'), 'export.made', 'export', 'collection_entries');
  return app.page(array(
    select jsonb_build_object('row', app.exported_entry(e), 'key', jsonb_build_object('at', e.captured_at, 'id', e.id))
      from app.collection_entries e
     where (p_from is null or e.captured_at >= app.city_midnight(p_from))
       and (p_to is null or e.captured_at < app.city_midnight(p_to + 1))
       and (p_after is null
            or (e.captured_at, e.id) > ((p_after ->> 'at')::timestamptz, (p_after ->> 'id')::uuid))
     order by e.captured_at, e.id
     limit v_limit + 1), v_limit);
end
$$;
grant execute on function api.export_collection_entries to authenticated;

-- Assignments with what was asked and what came of it, by the day of their creation. Definer as above.
-- Fails with: unauthenticated, role_required, invalid_request
create function api.export_assignments(
  p_from date default null, p_to date default null, p_limit int default 1000, p_after jsonb default null)
returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  v_limit int := app.export_size(p_from, p_to, p_limit);
begin
  perform app.note_read(app.require_role('admin'), 'export.made', 'export', 'assignments');
  return app.page(array(
    select jsonb_build_object('row', app.exported_assignment(a), 'key', jsonb_build_object('at', a.created_at, 'id', a.id))
      from app.assignments a
     where (p_from is null or a.created_at >= app.city_midnight(p_from))
       and (p_to is null or a.created_at < app.city_midnight(p_to + 1))
       and (p_after is null
            or (a.created_at, a.id) > ((p_after ->> 'at')::timestamptz, (p_after ->> 'id')::uuid))
     order by a.created_at, a.id
     limit v_limit + 1), v_limit);
end
$$;
grant execute on function api.export_assignments to authenticated;

-- Stage counts by route and quarter of an hour since the start of the count, by the day of their start: a row for each
-- in which something was counted. Definer as above.
-- Fails with: unauthenticated, role_required, invalid_request
create function api.export_stage_counts(
  p_from date default null, p_to date default null, p_limit int default 1000, p_after jsonb default null)
returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  v_limit int := app.export_size(p_from, p_to, p_limit);
begin
  perform app.note_read(app.require_role('admin'), 'export.made', 'export', 'stage_counts');
  return app.page(array(
    select jsonb_build_object(
             'row', app.exported_count(c, b.quarter, b.route_id, b.vehicles),
             'key', jsonb_build_object('at', c.started_at, 'id', c.id, 'quarter', b.quarter, 'route', b.route_key))
      from app.stage_counts c,
           lateral (
             select floor((t ->> 'atS')::numeric / 900)::int as quarter, (t ->> 'routeId')::uuid as route_id,
                    coalesce(lower(t ->> 'routeId'), '') as route_key, count(*) as vehicles
               from jsonb_array_elements(c.taps) t group by 1, 2, 3) b
     where (p_from is null or c.started_at >= app.city_midnight(p_from))
       and (p_to is null or c.started_at < app.city_midnight(p_to + 1))
       and (p_after is null
            or (c.started_at, c.id, b.quarter, b.route_key) > (
                 (p_after ->> 'at')::timestamptz, (p_after ->> 'id')::uuid, (p_after ->> 'quarter')::int,
                 p_after ->> 'route'))
     order by c.started_at, c.id, b.quarter, b.route_key
     limit v_limit + 1), v_limit);
end
$$;
grant execute on function api.export_stage_counts to authenticated;

-- Fails with: invalid_request
create function app.export_size(p_from date, p_to date, p_limit int)
returns int language plpgsql immutable set search_path = '' as $$
begin
  if p_from > p_to or not isfinite(coalesce(p_from, '2000-01-01')) or not isfinite(coalesce(p_to, '2000-01-01')) then
    perform app.fail('invalid_request', '{"path": "from", "code": "out_of_range"}');
  end if;
  return least(greatest(coalesce(p_limit, 1000), 1), 1000);
end
$$;

-- The code of a surveyor in files; null once the account is deleted.
create function app.surveyor_code(p_surveyor uuid)
returns text immutable
return 'S-' || left(encode(sha256(convert_to('surveyor:' || p_surveyor::text, 'UTF8')), 'hex'), 10);

create function app.exported_entry(p_entry app.collection_entries)
returns jsonb language plpgsql stable set search_path = '' as $$
declare
  v_facts jsonb := p_entry.facts;
begin
  return jsonb_build_object(
    'id', p_entry.id,
    'revises', p_entry.revises,
    'state', p_entry.state,
    'reason', p_entry.reason,
    'surveyor', app.surveyor_code(p_entry.surveyor_id),
    'sessionId', p_entry.session_id,
    'assignmentId', (select s.assignment_id from app.assignment_slots s where s.id = p_entry.slot_id),
    'claim', p_entry.token,
    'capturedAt', app.instant(p_entry.captured_at),
    'receivedAt', app.instant(p_entry.received_at),
    'decidedAt', app.instant(p_entry.decided_at),
    'plate', v_facts ->> 'plate',
    'plateKey', p_entry.plate_key,
    'fleetName', v_facts ->> 'fleetName',
    'saccoId', v_facts -> 'sacco' ->> 'id',
    'sacco', coalesce(v_facts -> 'sacco' ->> 'name',
                      (select s.name from app.saccos s where s.id::text = lower(v_facts -> 'sacco' ->> 'id'))),
    'routeIds', (select string_agg(r.id, ' ') from jsonb_array_elements_text(v_facts -> 'routeIds') r (id)),
    'routes', (
      select string_agg(r.short_name, ' ' order by r.short_name) from app.routes r
       where lower(v_facts ->> 'routeIds')::jsonb ? r.id::text),
    'seats', (v_facts ->> 'capacity')::int,
    'stickerStatus', v_facts -> 'sticker' ->> 'status',
    'stickerCode', v_facts -> 'sticker' ->> 'code',
    'note', case when p_entry.note_flags = '{}' then p_entry.note end,
    'lat', (p_entry.place).lat,
    'lng', (p_entry.place).lng,
    'accuracyM', (p_entry.place).accuracy_m,
    'stopId', (p_entry.place).stop_id,
    'photos', (select count(*) from app.entry_photos p where p.entry_id = p_entry.id),
    'seenBefore', p_entry.seen_before,
    'late', p_entry.late,
    'contested', p_entry.contested,
    'qualityFlags', nullif(array_to_string(p_entry.quality_flags, ' '), ''))
    || (select jsonb_object_agg('check_' || c.item, v_facts -> 'checks' ->> c.item)
          from unnest(array['tyres', 'lights', 'mirrors', 'doors', 'windows', 'seats', 'seatBelts', 'fireExtinguisher',
                            'firstAidKit', 'speedGovernor', 'emergencyExit', 'routeSign']) c (item));
end
$$;

create function app.exported_assignment(p_assignment app.assignments)
returns jsonb language plpgsql stable set search_path = '' as $$
begin
  return jsonb_build_object(
    'id', p_assignment.id,
    'kind', p_assignment.kind,
    'title', p_assignment.title,
    'instructions', p_assignment.instructions,
    'createdAt', app.instant(p_assignment.created_at),
    'dueAt', app.instant(p_assignment.due_at),
    'closedAt', app.instant(p_assignment.closed_at),
    'stopId', (p_assignment.place).stop_id,
    'stop', (select s.name from app.stops s where s.id = (p_assignment.place).stop_id),
    'lat', (p_assignment.place).lat,
    'lng', (p_assignment.place).lng,
    'south', (p_assignment.area).south,
    'west', (p_assignment.area).west,
    'north', (p_assignment.area).north,
    'east', (p_assignment.area).east,
    'corridor', (select c.name from app.corridors c where c.id = p_assignment.corridor_id),
    'route', (select r.short_name from app.routes r where r.id = p_assignment.route_id),
    'vehiclesAsked', p_assignment.vehicles_asked,
    'minutesAsked', p_assignment.minutes_asked,
    'factsAsked', nullif(array_to_string(p_assignment.facts_asked, ' '), ''))
    || (
    select jsonb_build_object(
             'slots', count(*),
             'slotsClaimed', count(*) filter (where app.slot_state(s) = 'claimed'),
             'slotsSubmitted', count(*) filter (where app.slot_state(s) in ('submitted', 'changes_requested')),
             'slotsApproved', count(*) filter (where app.slot_state(s) = 'approved'),
             'slotsBlocked', count(*) filter (where app.slot_state(s) = 'blocked'),
             'entries', (select count(*) from app.collection_entries e
                          where e.slot_id = any (array_agg(s.id)) and e.state not in ('replaced', 'withdrawn')),
             'countedMinutes', (select coalesce(sum(c.counted_s), 0)::int / 60 from app.stage_counts c
                                 where c.slot_id = any (array_agg(s.id))))
      from app.assignment_slots s where s.assignment_id = p_assignment.id);
end
$$;

create function app.exported_count(p_count app.stage_counts, p_quarter int, p_route uuid, p_vehicles bigint)
returns jsonb language plpgsql stable set search_path = '' as $$
begin
  return jsonb_build_object(
    'countId', p_count.id,
    'surveyor', app.surveyor_code(p_count.surveyor_id),
    'sessionId', p_count.session_id,
    'assignmentId', (select s.assignment_id from app.assignment_slots s where s.id = p_count.slot_id),
    'stopId', (p_count.place).stop_id,
    'lat', (p_count.place).lat,
    'lng', (p_count.place).lng,
    'startedAt', app.instant(p_count.started_at),
    'endedAt', app.instant(p_count.ended_at),
    'countedMinutes', p_count.counted_s / 60,
    'late', p_count.late,
    'intervalStart', app.instant(p_count.started_at + p_quarter * interval '15 minutes'),
    'routeId', p_route,
    'route', (select r.short_name from app.routes r where r.id = p_route),
    'vehicles', p_vehicles);
end
$$;
