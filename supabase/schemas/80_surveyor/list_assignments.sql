-- All field work that was asked for, newest first, with what became of each slot. Admins also see who holds one.
--
-- Definer: nobody may read app.assignments directly.
-- Fails with: unauthenticated, role_required
create function api.list_assignments(p_limit int default 20, p_after jsonb default null)
returns jsonb
language plpgsql
stable
security definer
set search_path = ''
as $$
declare
  v_limit int := app.page_size(p_limit);
begin
  perform app.require_role('admin');
  return app.page(array(
    select jsonb_build_object('row', app.assignment_for_admin(a),
                              'key', jsonb_build_object('at', a.created_at, 'id', a.id))
      from app.assignments a
     where p_after is null
        or (a.created_at, a.id) < ((p_after ->> 'at')::timestamptz, (p_after ->> 'id')::uuid)
     order by a.created_at desc, a.id desc
     limit v_limit + 1), v_limit);
end
$$;
grant execute on function api.list_assignments to authenticated;

create function app.assignment_for_admin(p_assignment app.assignments)
returns jsonb
language plpgsql
stable
set search_path = ''
as $$
begin
  return app.assignment_face(p_assignment) || jsonb_build_object(
    'createdAt', app.instant(p_assignment.created_at),
    'slots', (
      select jsonb_agg(jsonb_build_object(
               'id', s.id, 'n', s.n, 'state', app.slot_state(s), 'reason', s.reason,
               'holderId', case when app.slot_state(s) <> 'open' then s.holder_id end,
               'heldUntil', case when app.slot_state(s) <> 'open' then app.instant(s.held_until) end) order by s.n)
        from app.assignment_slots s where s.assignment_id = p_assignment.id));
end
$$;

-- What everybody who may see an assignment sees of it.
create function app.assignment_face(p_assignment app.assignments)
returns jsonb
language plpgsql
stable
set search_path = ''
as $$
begin
  return jsonb_build_object(
    'id', p_assignment.id,
    'kind', p_assignment.kind,
    'title', p_assignment.title,
    'instructions', p_assignment.instructions,
    'place', app.field_place_face(p_assignment.place),
    'placeName', (select s.name from app.stops s where s.id = (p_assignment.place).stop_id),
    'corridor', app.corridor_ref(p_assignment.corridor_id),
    'route', (select app.route_ref(r) from app.routes r where r.id = p_assignment.route_id),
    'dueAt', app.instant(p_assignment.due_at));
end
$$;
