-- How often each key was used, by local day. Stored for 90 days.
create table app.api_key_usage (
  key_id   uuid not null references app.api_keys on delete cascade,
  day      date not null,
  requests bigint not null check (requests >= 0),
  limited  bigint not null check (limited between 0 and requests),
  primary key (key_id, day)
);
alter table app.api_key_usage enable row level security;

-- Add the counts of one server since its last flush: `[{"keyId": …, "requests": …, "limited": …}]`. Each server flushes
-- its own; one statement for all keys once a minute is the only write. Requests around midnight may count for the next
-- day. Keys deleted meanwhile are skipped.
--
-- In the order of the keys, so that two servers cannot deadlock.
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
grant execute on function api.count_api_key_use to api_server;

-- The use of a caller's key on each of the last thirty days, including today.
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
