-- Whether a report in this state counts for its incident. One whose author was anonymized after the retention time
-- still does.
create function app.counts(p_state text)
returns boolean language sql immutable as $$
  select p_state in ('linked', 'purged')
$$;

-- The reports of an incident (or several, taken as one) that count, each with the rider who it is counted as: the account,
-- else the phone. A rider who reports twice is one, also where they were signed out the second time: the phone is the
-- account that reported from it.
create function app.counted_reports(p_incidents uuid[])
returns table (report_id uuid, rider text) language plpgsql stable set search_path = ''
set plan_cache_mode = 'force_generic_plan' as $$
begin
  return query
    select r.id, coalesce(
             r.reporter_id::text,
             case when r.device_hash is not null then max(r.reporter_id::text) over (partition by r.device_hash) end,
             encode(r.device_hash, 'hex'), r.id::text)
      from app.reports r
     where r.incident_id = any (p_incidents) and app.counts(r.state);
end
$$;

-- How many distinct reporters an incident has, among reports that count.
create function app.counted_reporters(p_incident uuid)
returns int language plpgsql stable set search_path = '' as $$
begin
  return (select count(distinct c.rider) from app.counted_reports(array[p_incident]) c);
end
$$;

-- Whether an incident (or several, taken as one) has two independent reporters, as far as can be determined: reports
-- that count, from two accounts on two devices, received over 60 s apart; and both naming the given vehicle, if one is
-- given. Only devices that an app registered count: anyone can create a second account, and a caller that uses the API
-- directly has no distinguishable device. One of the two must have been known for a day when it reported, because two
-- accounts and two cookies can be created in a minute; and the same two count once in a month
-- (app.reported_together). The age at the time of the report counts, so an incident is not corroborated later just
-- because its accounts grow older.
create function app.has_independent_pair(p_incidents uuid[], p_plate text default null)
returns boolean language plpgsql stable set search_path = ''
set plan_cache_mode = 'force_generic_plan' -- else an array is a reason to plan it again at every report
as $$
begin
  return exists (
    with counted as materialized (
      select r.reporter_id, r.device_hash, r.received_at, r.new_account
        from app.reports r
       where r.incident_id = any (p_incidents) and app.counts(r.state)
         and r.reporter_id is not null and r.device_hash is not null
         and (p_plate is null or r.vehicle_plate = p_plate))
    select
      from counted a
      join counted b on a.reporter_id <> b.reporter_id and a.device_hash <> b.device_hash
                    and b.received_at - a.received_at > interval '60 seconds'
                    and not (a.new_account and b.new_account)
                    and not app.reported_together(a.reporter_id, b.reporter_id, a.received_at, p_incidents));
end
$$;

-- Whether two accounts have already reported as many other incidents together before an instant as a pair may
-- (app.burst_limits). Who always sees the same is not independent: friends who travel together, and two accounts of one
-- person that are old enough for any number of lies.
create function app.reported_together(p_a uuid, p_b uuid, p_before timestamptz, p_but uuid[])
returns boolean language plpgsql stable set search_path = '' as $$
declare
  v_limit app.burst_limits := app.burst_limit('pair');
begin
  return (
    select count(distinct x.incident_id) >= v_limit.allowed
      from app.reports x
      join app.reports y on y.incident_id = x.incident_id and y.reporter_id = p_b and app.counts(y.state)
     where x.reporter_id = p_a and app.counts(x.state) and x.incident_id <> all (p_but)
       and x.received_at > p_before - v_limit.span and x.received_at < p_before);
end
$$;

-- Whether reports alone make an incident `corroborated`: an independent pair, or a photo approved by a reviewer on a
-- report that counts. A report without an account is never one of a pair, but a reviewer has checked its photo.
create function app.is_well_founded(p_incident uuid)
returns boolean language plpgsql stable set search_path = '' as $$
begin
  return app.has_independent_pair(array[p_incident])
      or exists (select from app.reports r join app.report_photos p on p.report_id = r.id
                  where r.incident_id = p_incident and app.counts(r.state) and p.state = 'passed');
end
$$;

-- Raise an unverified incident to `corroborated` when its reports suffice. Never lowers anything.
create function app.corroborate_incident(p_incident uuid)
returns void language plpgsql set search_path = '' as $$
begin
  if (select i.corroboration from app.incidents i where i.id = p_incident) = 'unverified'
     and app.is_well_founded(p_incident) then
    perform app.move_incident(p_incident, 'corroboration', 'corroborated');
  end if;
end
$$;
