set check_function_bodies = off;

drop index "app"."assignments_due";

create or replace function api.list_surveyor_assignments (
  p_state text             default 'open'::text,
  p_lat   double precision default null::double precision,
  p_lng   double precision default null::double precision,
  p_limit integer          default 20,
  p_after jsonb            default null::jsonb
)
  returns jsonb
  language plpgsql
  stable
  security definer
  set search_path to ''
  AS $function$
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
$function$;

create index assignments_open on app.assignments using btree (COALESCE(due_at, 'infinity'::timestamp with time zone))
  where (closed_at is null);

reset check_function_bodies;
