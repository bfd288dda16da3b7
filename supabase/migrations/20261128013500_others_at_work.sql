create or replace function app.assignment_for_surveyor(p_assignment app.assignments, p_surveyor uuid, p_distance_m float8)
returns jsonb language plpgsql stable set search_path = '' as $$
begin
  return app.assignment_view(p_assignment) || jsonb_build_object(
    'distanceM', round(p_distance_m),
    'closedAt', app.instant(p_assignment.closed_at),
    'slotCount', (select count(*) from app.assignment_slots s where s.assignment_id = p_assignment.id),
    'openSlots', case when not app.is_open_assignment(p_assignment) then 0 else (
      select count(*) from app.assignment_slots s
       where s.assignment_id = p_assignment.id and app.slot_state(s) = 'open') end,
    'others', (select count(*) from app.assignment_slots s
                where s.assignment_id = p_assignment.id and app.slot_state(s) = 'claimed' and s.holder_id <> p_surveyor),
    'mine', (
      select coalesce(jsonb_agg(app.claim_view(s) order by s.n), '[]') from app.assignment_slots s
       where s.assignment_id = p_assignment.id and s.holder_id = p_surveyor and app.slot_state(s) <> 'open'));
end
$$;
revoke all on function app.assignment_for_surveyor(app.assignments, uuid, double precision) from public;

create or replace function app.session_view(p_session app.surveyor_sessions)
returns jsonb language plpgsql stable set search_path = '' as $$
begin
  return jsonb_build_object(
    'id', p_session.id,
    'state', app.session_state(p_session),
    'startedAt', app.instant(p_session.started_at),
    'touchedAt', app.instant(p_session.touched_at),
    'openUntil', app.instant(p_session.open_until),
    'endedAt', app.instant(p_session.ended_at),
    'place', app.field_place_view(p_session.place),
    'location', app.locate_field_place(p_session.place),
    'entryCount', (select count(*) from app.collection_entries e
                    where e.session_id = p_session.id and e.state not in ('replaced', 'withdrawn')));
end
$$;
revoke all on function app.session_view(app.surveyor_sessions) from public;
