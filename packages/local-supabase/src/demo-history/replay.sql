-- Replays the demo's history through the same functions as real requests, each at its own time, so that it follows every
-- rule. Temporary: it ends with the session that seeds the demo. The clock is shifted only inside the transaction of one
-- call, so nobody else sees it.
create function pg_temp.act_as(p_user uuid)
returns void language sql as $$
  select set_config('request.jwt.claims', jsonb_build_object('sub', p_user, 'role', 'authenticated')::text, true)
$$;

create function pg_temp.device_of(p_user uuid)
returns text language sql as $$
  select left(translate(encode(sha256(convert_to(p_user::text, 'UTF8')), 'base64'), '+/', '-_'), 43)
$$;

create function pg_temp.set_time(p_at timestamptz)
returns void language sql as $$
  update app.clock set shift = p_at - now()
$$;

-- How long a reviewer takes, from the subject's id: most within two hours, faster month by month, and nobody at night.
create function pg_temp.decided_at(p_entry app.review_entries)
returns timestamptz language plpgsql as $$
declare
  v_luck float8 := abs(hashtext(p_entry.subject_id::text)) / 2147483648.0;
  v_age  float8 := greatest(0, extract(epoch from now() - p_entry.created_at) / 86400.0 / 91);
  v_at   timestamptz := p_entry.created_at + interval '1 minute' *
    (8 + (0.55 + 0.9 * v_age) * case when v_luck < 0.75 then 140 * v_luck when v_luck < 0.94 then 900 * (v_luck - 0.6) else 1300 * v_luck end);
  v_hour int := extract(hour from app.city_time(v_at));
begin
  return v_at + case when v_hour >= 22 then interval '9 hours' when v_hour < 6 then interval '5 hours' else '0' end;
end
$$;

create function pg_temp.decide(p_admin uuid, p_note text, p_until timestamptz)
returns void language plpgsql as $$
declare
  v_entry  app.review_entries;
  v_luck   int;
begin
  for v_entry in
    select e.* from app.review_entries e
     where e.state = 'pending' and pg_temp.decided_at(e) <= p_until order by pg_temp.decided_at(e)
  loop
    v_luck := abs(hashtext('decision' || v_entry.subject_id)) % 100;
    perform pg_temp.set_time(pg_temp.decided_at(v_entry));
    perform pg_temp.act_as(p_admin);
    if v_luck < 82 or p_note is null then -- a rejection needs words
      perform api.submit_review_decision(v_entry.id, 'approved', v_entry.version);
    else
      perform api.submit_review_decision(v_entry.id, 'rejected', v_entry.version,
        case v_entry.kind when 'report' then (array['false_report', 'unclear', 'not_transport'])[1 + v_luck % 3]
                          when 'feedback' then 'campaign' when 'dispute' then 'not_so' else 'facts_missing' end,
        p_note);
    end if;
  end loop;
end
$$;

create function pg_temp.replay_one(p jsonb)
returns void language plpgsql as $$
declare
  v_rider uuid := ('0d000000-0000-4000-8000-' || lpad(p ->> 'rider', 12, '0'))::uuid;
begin
  if p ? 'rider' then
    perform api.register_device(pg_temp.device_of(v_rider)); -- as the apps do at every start
  end if;
  case p ->> 'kind'
    when 'report' then
      perform app.receive_report(
        jsonb_populate_record(null::app.reports, p || jsonb_build_object(
          'reporter_id', v_rider, 'stop_id', p -> 'stop', 'device_hash', app.known_device(pg_temp.device_of(v_rider)))),
        p_vehicle => p ->> 'vehicle');
      set constraints all immediate;
      set constraints all deferred;
    when 'vote' then
      perform pg_temp.act_as(v_rider);
      perform api.vote_on_incident(r.incident_id, p ->> 'vote', pg_temp.device_of(v_rider))
         from app.reports r join app.incident_feed f on f.incident_id = r.incident_id
        where r.id = (p ->> 'report')::uuid and app.now() >= f.visible_from and app.now() < f.visible_until
          and not exists (select from app.reports o where o.incident_id = r.incident_id and o.reporter_id = v_rider);
    when 'rating' then
      perform app.receive_feedback(
        jsonb_populate_record(null::app.feedback, p || jsonb_build_object('rider_id', v_rider)), p_vehicle => v.plate)
         from app.vehicles v where v.plate_key = app.plate_key(p ->> 'vehicle');
    when 'session' then
      perform pg_temp.act_as((p ->> 'surveyor')::uuid);
      perform api.start_surveyor_session(p_id => (p ->> 'id')::uuid, p_stop_id => (p ->> 'stop')::uuid);
    when 'entry' then
      perform pg_temp.act_as((p ->> 'surveyor')::uuid);
      perform api.submit_vehicle_collection_entry(
        p_id => (p ->> 'id')::uuid, p_session_id => (p ->> 'session')::uuid, p_stop_id => (p ->> 'stop')::uuid,
        p_vehicle => p -> 'facts', p_note => p ->> 'note');
    when 'end' then
      perform pg_temp.act_as((p ->> 'surveyor')::uuid);
      perform api.end_surveyor_session((p ->> 'id')::uuid);
    when 'day' then
      perform app.sweep();
  end case;
end
$$;

create function pg_temp.replay(p_happenings jsonb, p_admin uuid, p_note text)
returns void language plpgsql as $$
declare
  v_one jsonb;
  v_at  timestamptz;
begin
  insert into app.clock (shift) values ('0') on conflict do nothing;
  for v_one in select value from jsonb_array_elements(p_happenings)
  loop
    v_at := (v_one ->> 'at')::timestamptz;
    perform pg_temp.decide(p_admin, p_note, v_at);
    perform pg_temp.set_time(v_at);
    perform pg_temp.replay_one(v_one - 'at' - 'kind' || jsonb_build_object('kind', v_one -> 'kind'));
  end loop;
  delete from app.clock;
end
$$;
