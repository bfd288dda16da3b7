-- Assignments, newest first, with the state of each slot: those with claimable slots (`open`), without (`closed`:
-- closed by an admin, or past the due date), or `all`. Admins also see who holds a slot.
--
-- Definer: nobody may read app.assignments directly.
-- Fails with: unauthenticated, role_required, invalid_request
create function api.list_assignments(
  p_limit int default 20, p_after jsonb default null, p_state text default 'all')
returns jsonb language plpgsql stable security definer set search_path = '' as $$
declare
  v_limit int := app.page_size(p_limit);
begin
  perform app.require_role('admin');
  if (p_state in ('open', 'closed', 'all')) is distinct from true then
    perform app.fail('invalid_request', '{"path": "state"}');
  end if;
  return app.page(array(
    select jsonb_build_object('row', app.assignment_for_admin(a),
                              'key', jsonb_build_object('at', a.created_at, 'id', a.id))
      from app.assignments a
     where (p_state = 'all' or app.is_open_assignment(a) = (p_state = 'open'))
       and (p_after is null
            or (a.created_at, a.id) < ((p_after ->> 'at')::timestamptz, (p_after ->> 'id')::uuid))
     order by a.created_at desc, a.id desc
     limit v_limit + 1), v_limit);
end
$$;
grant execute on function api.list_assignments to authenticated;

create function app.assignment_for_admin(p_assignment app.assignments)
returns jsonb language plpgsql stable set search_path = '' as $$
begin
  return app.assignment_view(p_assignment) || jsonb_build_object(
    'createdAt', app.instant(p_assignment.created_at),
    'closedAt', app.instant(p_assignment.closed_at),
    'closeReason', p_assignment.close_reason,
    'slots', (
      select jsonb_agg(jsonb_build_object(
               'id', s.id, 'n', s.n, 'state', app.slot_state(s), 'reason', s.reason,
               'holderId', case when app.slot_state(s) <> 'open' then s.holder_id end,
               'holder', case when app.slot_state(s) <> 'open' then app.person_ref(s.holder_id) end,
               'entries', case when app.slot_state(s) = 'open' then 0 else app.count_under_claim(s.token) end,
               'tally', app.quota_tally(case when app.slot_state(s) <> 'open' then s.token end),
               'countedMinutes', (select coalesce(sum(c.counted_s), 0)::int / 60 from app.stage_counts c
                                   where c.token = s.token and app.slot_state(s) <> 'open'),
               'heldUntil', case when app.slot_state(s) <> 'open' then app.instant(s.held_until) end,
               'blocks', (select coalesce(jsonb_agg(jsonb_build_object('at', app.instant(e.at), 'reason', e.reason,
                                                                       'note', e.note) order by e.id desc), '[]')
                            from app.slot_events e where e.slot_id = s.id and e.to_state = 'blocked')) order by s.n)
        from app.assignment_slots s where s.assignment_id = p_assignment.id));
end
$$;

-- The fields of an assignment that all its readers see.
create function app.assignment_view(p_assignment app.assignments)
returns jsonb language plpgsql stable set search_path = '' as $$
begin
  return jsonb_build_object(
    'id', p_assignment.id,
    'kind', p_assignment.kind,
    'title', p_assignment.title,
    'instructions', p_assignment.instructions,
    'titleSw', p_assignment.title_sw,
    'instructionsSw', p_assignment.instructions_sw,
    'area', case when p_assignment.area is not null then jsonb_build_object(
      'south', (p_assignment.area).south, 'west', (p_assignment.area).west,
      'north', (p_assignment.area).north, 'east', (p_assignment.area).east) end,
    'place', app.field_place_view(p_assignment.place),
    'placeName', (select s.name from app.stops s where s.id = (p_assignment.place).stop_id),
    'corridor', app.corridor_ref(p_assignment.corridor_id),
    'route', (select app.route_ref(r) from app.routes r where r.id = p_assignment.route_id),
    'dueAt', app.instant(p_assignment.due_at),
    'quota', jsonb_build_object('vehicles', p_assignment.vehicles_asked, 'minutes', p_assignment.minutes_asked,
                                'facts', p_assignment.facts_asked));
end
$$;

-- Whether its slots can still be claimed.
create function app.is_open_assignment(p_assignment app.assignments)
returns boolean stable
return p_assignment.closed_at is null and (p_assignment.due_at is null or p_assignment.due_at > app.now());

-- One assignment as admins see it. Definer as above.
-- Fails with: unauthenticated, role_required, not_found
create function api.get_assignment(p_id uuid)
returns jsonb language plpgsql stable security definer set search_path = '' as $$
declare
  v_assignment app.assignments;
begin
  perform app.require_role('admin');
  select * into v_assignment from app.assignments a where a.id = p_id;
  perform app.require_found(v_assignment.id is not null);
  return app.assignment_for_admin(v_assignment);
end
$$;
grant execute on function api.get_assignment to authenticated;
