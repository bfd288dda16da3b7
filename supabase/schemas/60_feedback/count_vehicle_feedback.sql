-- The share of positive riders, as the Wilson score interval at 95 % (E. B. Wilson, 1927): it is wide for few riders,
-- which a bare share hides, and it never leaves 0 to 1.
create function app.wilson(p_hits int, p_of int)
returns jsonb language plpgsql immutable set search_path = '' as $$
declare
  v_z2     float8 := 1.959963984540054 ^ 2;
  v_share  float8 := p_hits::float8 / p_of;
  v_centre float8 := (v_share + v_z2 / (2 * p_of)) / (1 + v_z2 / p_of);
  v_half   float8 := sqrt(v_z2 * (v_share * (1 - v_share) / p_of + v_z2 / (4.0 * p_of * p_of))) / (1 + v_z2 / p_of);
begin
  return jsonb_build_object('low', round(greatest(v_centre - v_half, 0)::numeric, 3),
                            'high', round(least(v_centre + v_half, 1)::numeric, 3));
end
$$;

-- The start of the city's next day: a day of the change of a clock is longer or shorter than 24 hours.
create function app.next_day(p_at timestamptz)
returns timestamptz immutable
return app.city_midnight(app.city_day(p_at) + 1);

-- A vehicle's current summary; the first reader of a day recounts it. A vehicle that was never rated has no row, and
-- looks the same as one with too few riders.
create function app.vehicle_feedback_summary(p_vehicle uuid)
returns app.vehicle_feedback_summaries language plpgsql set search_path = '' as $$
declare
  v_now     timestamptz := app.now();
  v_summary app.vehicle_feedback_summaries;
begin
  select * into v_summary from app.vehicle_feedback_summaries s where s.vehicle_id = p_vehicle;
  if v_summary.vehicle_id is null then
    v_summary.too_few := true;
    v_summary.valid_until := app.next_day(v_now);
  elsif v_summary.valid_until <= v_now then
    return app.count_vehicle_feedback(p_vehicle);
  end if;
  return v_summary;
end
$$;

-- Recount a vehicle's feedback, as of the start of this day, and publish the figures if allowed.
--
-- Each rider weighs once, with the latest ride of the 90 days; new accounts are excluded until they have been known for
-- a day. Below five riders nothing is shown. New figures replace the published ones only when at least five riders
-- came, left or rated again since, so any two published figures differ by five riders or none, and a single rating
-- cannot be derived by subtraction. A rider counts towards these five once in 30 days, otherwise four accounts of one
-- person could isolate a fifth rating again and again. The figures may therefore lag by up to four riders, and by
-- regulars. Phones without an account are at most half of the figures (app.latest_feedback), and of these five.
create function app.count_vehicle_feedback(p_vehicle uuid)
returns app.vehicle_feedback_summaries language plpgsql set search_path = '' as $$
declare
  v_now     timestamptz := app.now();
  v_as_of   timestamptz := app.city_midnight(app.city_day(v_now));
  v_summary app.vehicle_feedback_summaries;
  v_latest  uuid[];
  v_changed int;
begin
  select * into v_summary from app.vehicle_feedback_summaries s where s.vehicle_id = p_vehicle for update;
  if v_summary.valid_until > v_now then
    return v_summary; -- somebody else was faster
  end if;
  v_latest := app.latest_feedback(p_vehicle, v_as_of);
  select count(distinct f.voice) filter (where f.signed_in)
         + least(count(distinct f.voice) filter (where f.signed_in), count(distinct f.voice) filter (where not f.signed_in))
    into v_changed
    from app.feedback f
   where f.vehicle_id = p_vehicle and (f.in_figures or f.id = any (v_latest))
     and f.in_figures <> (f.id = any (v_latest))
     and not exists (select from app.feedback g
                      where g.vehicle_id = p_vehicle and g.voice = f.voice
                        and g.in_figures_since > v_as_of - interval '30 days');
  v_summary.too_few := cardinality(v_latest) < 5;
  v_summary.valid_until := app.next_day(v_now);
  if not v_summary.too_few and v_changed >= 5 then
    v_summary.as_of := v_as_of;
    v_summary.figures := app.feedback_figures(v_latest);
    v_summary.sentiment := app.sentiment_counts(v_latest);
    update app.feedback f
       set in_figures = f.id = any (v_latest),
           in_figures_since = case when f.id = any (v_latest) then v_as_of else f.in_figures_since end
     where f.vehicle_id = p_vehicle and (f.in_figures or f.id = any (v_latest))
       and f.in_figures <> (f.id = any (v_latest));
  end if;
  update app.vehicle_feedback_summaries s
     set too_few = v_summary.too_few, figures = v_summary.figures, sentiment = v_summary.sentiment,
         as_of = v_summary.as_of, valid_until = v_summary.valid_until
   where s.vehicle_id = p_vehicle;
  return v_summary;
end
$$;

-- The ratings that count as of an instant: of each rider the one of the latest ride in the 90 days. Phones without an
-- account are no more than the accounts, those that rated last: a device id costs nothing, so phones alone never make
-- more than half of a figure. A phone is not counted beside its account: neither beside a rating from the same phone, nor
-- beside one that an account which was ever on it sent in another way.
create function app.latest_feedback(p_vehicle uuid, p_as_of timestamptz)
returns uuid[] language plpgsql stable set search_path = '' as $$
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
$$;

-- The accounts that rated, reported or voted on a phone.
create function app.accounts_of_phone(p_device bytea)
returns uuid[] language plpgsql stable set search_path = '' as $$
begin
  return array(
    select f.rider_id from app.feedback f where f.device_hash = p_device and f.rider_id is not null
    union
    select r.reporter_id from app.reports r where r.device_hash = p_device and r.reporter_id is not null
    union
    select v.user_id from app.incident_votes v where v.device_hash = p_device);
end
$$;

-- The figures of these feedbacks, one per rider; a tag only where five riders or more gave it.
create function app.feedback_figures(p_feedback uuid[])
returns jsonb language plpgsql stable set search_path = '' as $$
begin
  return (
    select jsonb_build_object(
             'riders', count(*),
             'signedIn', count(*) filter (where f.signed_in),
             'average', round(avg(f.stars), 1),
             'praiseShare', round(avg((app.sentiment(f.stars) = 'positive')::int), 2),
             'interval', app.wilson((count(*) filter (where app.sentiment(f.stars) = 'positive'))::int, count(*)::int))
      from app.feedback f where f.id = any (p_feedback))
    || jsonb_build_object('tags', (
    select coalesce(jsonb_agg(jsonb_build_object('tag', t.code, 'polarity', t.polarity, 'riders', t.riders)
                              order by t.riders desc, t.position), '[]')
      from (select g.code, g.polarity, g.position, count(*) as riders
              from app.feedback f join app.feedback_tags g on g.code = any (f.tags)
             where f.id = any (p_feedback)
             group by g.code) t
     where t.riders >= 5));
end
$$;

-- How many of these feedbacks, one per rider, are positive, neutral and negative.
create function app.sentiment_counts(p_feedback uuid[])
returns jsonb language plpgsql stable set search_path = '' as $$
begin
  return (
    select jsonb_object_agg(s.name, (select count(*) from app.feedback f
                                      where f.id = any (p_feedback) and app.sentiment(f.stars) = s.name))
      from unnest(array['positive', 'neutral', 'negative']) s (name));
end
$$;
