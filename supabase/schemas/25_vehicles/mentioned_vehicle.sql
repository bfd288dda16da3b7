-- Vehicles that riders named and nobody registered. On the first day that is nearly every one, and what is said about
-- them must not be lost: the row exists from the first report or rating on (or follow), and everything is stored for
-- it. Until it is `known` no reader finds it, so that nobody can tell whether anything was said.

-- The vehicle that a rider names, for writing: one we know, else the one that is mentioned by a plate of the city's
-- form, created with its first mention. Null for any other text.
create function app.mentioned_vehicle(p_identifier text)
returns app.vehicles language plpgsql set search_path = '' as $$
declare
  v_vehicle app.vehicles := app.find_vehicle(p_identifier);
  v_key     text := app.plate_key(p_identifier);
begin
  if v_vehicle.id is null and app.is_usual_plate(v_key) then
    insert into app.vehicles (plate, plate_key, public_code, state)
    values (app.plate_text(v_key), v_key, app.new_public_code(), 'mentioned') on conflict (plate_key) do nothing;
    select * into v_vehicle from app.vehicles v where v.plate_key = v_key;
  end if;
  return v_vehicle;
end
$$;

-- Make a mentioned vehicle known once two independent riders named it, in public reports or in ratings that count. They
-- are independent as for corroboration (app.has_independent_pair): two accounts on two devices, over a minute apart, one
-- of them known for a day, and not two that already named another vehicle together that month. Phones without an account
-- are never one of the two.
create function app.know_mentioned_vehicle(p_vehicle uuid)
returns void language plpgsql set search_path = '' as $$
begin
  if not exists (select from app.vehicles v where v.id = p_vehicle and v.state = 'mentioned') then
    return;
  end if;
  if exists (
    with named as materialized (
      select f.rider_id as rider, f.device_hash, f.received_at as at, f.counts_from > f.received_at as is_new
        from app.feedback f
       where f.vehicle_id = p_vehicle and f.state = 'counted' and f.rider_id is not null and f.device_hash is not null
      union all
      select r.reporter_id, r.device_hash, r.received_at, r.new_account
        from app.reports r
       where r.vehicle_id = p_vehicle and r.visibility = 'public' and app.counts(r.state)
         and r.reporter_id is not null and r.device_hash is not null)
    select from named a
      join named b on a.rider <> b.rider and a.device_hash <> b.device_hash and b.at - a.at > interval '60 seconds'
                  and not (a.is_new and b.is_new)
                  and not app.rated_together(a.rider, b.rider, b.at, p_vehicle)
                  and not app.reported_together(a.rider, b.rider, b.at, '{}'))
  then
    update app.vehicles v set state = 'known' where v.id = p_vehicle;
  end if;
end
$$;

-- Whether two accounts rated another vehicle in the month before an instant, as app.reported_together.
create function app.rated_together(p_a uuid, p_b uuid, p_before timestamptz, p_but uuid)
returns boolean language plpgsql stable set search_path = '' as $$
declare
  v_limit app.burst_limits := app.burst_limit('pair');
begin
  return (
    select count(distinct f.vehicle_id) >= v_limit.allowed
      from app.feedback f join app.feedback g on g.vehicle_id = f.vehicle_id and g.rider_id = p_b
     where f.rider_id = p_a and f.vehicle_id <> p_but
       and f.received_at > p_before - v_limit.span and f.received_at < p_before);
end
$$;
