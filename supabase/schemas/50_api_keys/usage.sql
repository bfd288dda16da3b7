-- How often each key was used, by day of the city. Kept for 90 days.
create table app.api_key_usage (
  key_id   uuid not null references app.api_keys on delete cascade,
  day      date not null,
  requests bigint not null check (requests >= 0),
  limited  bigint not null check (limited between 0 and requests),
  primary key (key_id, day)
);
alter table app.api_key_usage enable row level security;

-- Add what one server counted since it last said so: `[{"keyId": …, "requests": …, "limited": …}]`. Servers add up, each its
-- own; one statement for all keys once a minute is all that counting writes. What came in around midnight may count for the
-- day that begins. Keys that are gone meanwhile are passed over.
--
-- In the order of the keys, so that two servers never wait for each other.
-- Definer: nobody may touch app.api_key_usage directly.
create function api.count_api_key_use(p_used jsonb)
returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  v_today date := app.city_day(app.now());
begin
  delete from app.api_key_usage u where u.day < v_today - 90;
  insert into app.api_key_usage as u (key_id, day, requests, limited)
  select k.id, v_today, used.requests, used.limited
    from (select (n ->> 'keyId')::uuid as key_id, sum((n ->> 'requests')::bigint) as requests,
                 sum((n ->> 'limited')::bigint) as limited
            from jsonb_array_elements(p_used) n
           group by 1) used
    join app.api_keys k on k.id = used.key_id
   order by k.id
  on conflict (key_id, day) do update
    set requests = u.requests + excluded.requests, limited = u.limited + excluded.limited;
  return '{}';
end
$$;
grant execute on function api.count_api_key_use to service_role;

-- The last thirty days of a key of the caller, today included, every day.
--
-- Definer: nobody may read app.api_key_usage directly.
-- Fails with: unauthenticated, not_found
create function api.get_api_key_usage(p_id uuid)
returns jsonb language plpgsql stable security definer set search_path = '' as $$
declare
  v_owner uuid := app.require_user();
  v_to    date := app.city_day(app.now());
  v_from  date := v_to - 29;
begin
  if not exists (select from app.api_keys k where k.id = p_id and k.owner_id = v_owner) then
    perform app.fail('not_found');
  end if;
  return (
    select jsonb_build_object(
             'id', p_id, 'from', v_from, 'to', v_to,
             'days', jsonb_agg(jsonb_build_object(
               'date', d::date, 'requests', coalesce(u.requests, 0), 'limited', coalesce(u.limited, 0)) order by d),
             'total', jsonb_build_object(
               'requests', coalesce(sum(u.requests), 0), 'limited', coalesce(sum(u.limited), 0)))
      from generate_series(v_from::timestamp, v_to::timestamp, interval '1 day') d
      left join app.api_key_usage u on u.key_id = p_id and u.day = d::date);
end
$$;
grant execute on function api.get_api_key_usage to authenticated;
