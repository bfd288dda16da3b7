CREATE OR REPLACE FUNCTION app.count_week(p_week date)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  with counted as (
    update app.reports r set counted_week = p_week
     where r.visibility = 'aggregate' and r.state = 'accepted' and r.counted_week is null
       and app.week_of(r.closed_at) <= p_week
    returning r.*
  ), told as (
    select c.corridor_id, c.category, app.time_band(c.occurred_at) as band,
           coalesce(c.reporter_id::text,
                    case when c.device_hash is not null then max(c.reporter_id::text) over (partition by c.device_hash) end,
                    encode(c.device_hash, 'hex'), c.id::text) as rider
      from counted c
  )
  insert into app.weekly_counts (corridor_id, week, category, band, riders)
  select t.corridor_id, p_week, t.category, t.band, count(distinct t.rider) / 5 * 5
    from told t
   where t.corridor_id is not null
   group by 1, 3, 4
  having count(distinct t.rider) >= 5;
end
$function$;
revoke all on function app.count_week(date) from public;

CREATE OR REPLACE FUNCTION app.latest_feedback(p_vehicle uuid, p_as_of timestamp with time zone)
 RETURNS uuid[]
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  return array(
    with counted as materialized (
      select * from app.feedback f
       where f.vehicle_id = p_vehicle and f.state = 'counted' and f.received_at < p_as_of and f.counts_from <= p_as_of
         and f.received_at > p_as_of - interval '90 days' and f.rode_at > p_as_of - interval '90 days'),
    latest as (
      select distinct on (c.voice) c.id, c.signed_in, c.received_at from counted c
       where c.signed_in
          or not exists (select from counted o where o.signed_in
                            and (o.device_hash = c.device_hash or o.rider_id = any (app.accounts_of_phone(c.device_hash))))
       order by c.voice, c.rode_at desc, c.received_at desc, c.id),
    ranked as (
      select l.id, l.signed_in, row_number() over (partition by l.signed_in order by l.received_at desc, l.id) as n,
             count(*) filter (where l.signed_in) over () as accounts
        from latest l)
    select r.id from ranked r where r.signed_in or r.n <= r.accounts);
end
$function$;
revoke all on function app.latest_feedback(uuid,timestamp with time zone) from public;

CREATE OR REPLACE FUNCTION app.accounts_of_phone(p_device bytea)
 RETURNS uuid[]
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  return array(
    select f.rider_id from app.feedback f where f.device_hash = p_device and f.rider_id is not null
    union
    select r.reporter_id from app.reports r where r.device_hash = p_device and r.reporter_id is not null
    union
    select v.user_id from app.incident_votes v where v.device_hash = p_device);
end
$function$;
revoke all on function app.accounts_of_phone(bytea) from public;

CREATE OR REPLACE FUNCTION app.corridor_rates(p_from date, p_to date)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  v_days   numeric := p_to - p_from + 1;
  v_result jsonb;
begin
  with serious as (
    select i.corridor_id, i.id
      from app.incidents_published(p_from, p_to) i
      join app.incident_categories c on c.code = i.category and c.severity >= 3
     where i.corridor_id is not null
  ), counted as (
    select k.id, k.name, k.length_m, cardinality(i.ids) as n,
           (select count(distinct r.rider) from app.counted_reports(i.ids) r) as reporters
      from app.corridors k
      cross join lateral (select array(select s.id from serious s where s.corridor_id = k.id) as ids) i
     where k.retired_at is null and k.length_m > 0
  ), rated as (
    select c.*, c.reporters < 5 as too_few, 10000.0 / c.length_m * 30 / v_days as per,
           c.n * power(1 - 1 / (9.0 * greatest(c.n, 1)) - 1.959964 / (3 * sqrt(greatest(c.n, 1))), 3) as low,
           (c.n + 1) * power(1 - 1 / (9.0 * (c.n + 1)) + 1.959964 / (3 * sqrt(c.n + 1)), 3) as high
      from counted c
  )
  select coalesce(jsonb_agg(jsonb_build_object(
           'id', r.id, 'name', r.name, 'lengthM', r.length_m, 'incidents', r.n, 'tooFew', r.too_few,
           'rate', case when not r.too_few then round(r.n * r.per, 2) end,
           'low', case when not r.too_few then round((greatest(r.low, 0) * r.per)::numeric, 2) end,
           'high', case when not r.too_few then round((r.high * r.per)::numeric, 2) end)
           order by r.too_few, r.low * r.per desc, r.name), '[]')
    into v_result from rated r;
  return v_result;
end
$function$;
revoke all on function app.corridor_rates(date,date) from public;
