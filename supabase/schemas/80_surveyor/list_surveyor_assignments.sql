-- Assignments for the caller: nearest first if a place is given (those without a place last), else first due.
-- `p_state`: `open` with a free slot, `mine` with a current claim of theirs, `all`. Other holders are not shown.
--
-- One of three sources is read: what is open, by its own index, however much is over; what the caller holds; or all.
-- All that it gives is ranked, because the rank is a distance to a place or to the edge of an area.
-- Definer: nobody may read app.assignments directly.
-- Fails with: unauthenticated, role_required, invalid_request
create function api.list_surveyor_assignments(
  p_state text default 'open', p_lat float8 default null, p_lng float8 default null, p_limit int default 20,
  p_after jsonb default null)
returns jsonb language plpgsql stable security definer set search_path = '' as $$
declare
  v_surveyor uuid := app.require_role('surveyor');
  v_limit    int := app.page_size(p_limit);
begin
  if (p_state in ('open', 'mine', 'all')) is distinct from true then
    perform app.fail('invalid_request', '{"path": "state"}');
  end if;
  if p_lat is not null or p_lng is not null then
    perform app.check_place(p_lat, p_lng);
  end if;
  return app.page(array(
    select jsonb_build_object('row', app.assignment_for_surveyor(o.a, v_surveyor, d.distance_m),
                              'key', jsonb_build_object('rank', r.rank, 'id', (o.a).id))
      from (
        select o as a from app.assignments o
         where p_state = 'open' and o.closed_at is null and coalesce(o.due_at, 'infinity') > app.now()
           and exists (select from app.assignment_slots s where s.assignment_id = o.id and app.slot_state(s) = 'open')
        union all
        select o from app.assignments o
         where p_state = 'mine' and o.id in (
           select s.assignment_id from app.assignment_slots s
            where s.holder_id = v_surveyor and app.slot_state(s) in ('claimed', 'submitted', 'changes_requested'))
        union all
        select o from app.assignments o where p_state = 'all') o,
           lateral (select app.assignment_distance_m(o.a, p_lat, p_lng) as distance_m) d,
           lateral (select coalesce(
             d.distance_m, case when p_lat is null then extract(epoch from (o.a).due_at)::float8 end, 1e12) as rank) r
     where p_after is null or (r.rank, (o.a).id) > ((p_after ->> 'rank')::float8, (p_after ->> 'id')::uuid)
     order by r.rank, (o.a).id
     limit v_limit + 1), v_limit);
end
$$;
grant execute on function api.list_surveyor_assignments to authenticated;

create function app.assignment_for_surveyor(p_assignment app.assignments, p_surveyor uuid, p_distance_m float8)
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

-- The distance of an assignment: to its place, or to the nearest edge of its area; null where either has no place.
create function app.assignment_distance_m(p_assignment app.assignments, p_lat float8, p_lng float8)
returns float8 language plpgsql stable set search_path = '' as $$
declare
  v_lat float8 := coalesce((p_assignment.place).lat,
                           least(greatest(p_lat, (p_assignment.area).south), (p_assignment.area).north));
  v_lng float8 := coalesce((p_assignment.place).lng,
                           least(greatest(p_lng, (p_assignment.area).west), (p_assignment.area).east));
begin
  if p_lat is null or (p_assignment.place is null and p_assignment.area is null) then
    return null;
  end if;
  return app.distance_m(p_lat, p_lng, v_lat, v_lng);
end
$$;
