-- Receive a rating: validate it, store it, count it or hold it, in one transaction. `p_new` is the new row, as far as
-- the client provides it. Without a user the phone is the rider.
--
-- Idempotent by id: a retry returns the stored rating. All of one rider's ratings queue on a lock, which makes the
-- retry safe, the limits exact and prevents two ratings of one ride; without an account then those of the network; then
-- the vehicle is held against being merged; then all its ratings queue on its summary, which makes burst detection exact.
-- Always in that order, so there are no deadlocks.
-- Fails with: invalid_request, id_reused, already_rated, unknown_vehicle, rate_limited
create function app.receive_feedback(p_new app.feedback, p_vehicle text, p_networks text[] default null)
returns jsonb language plpgsql set search_path = ''
set timezone = 'UTC' -- the hash of the content holds a time as text
as $$
declare
  v_hash     bytea := app.request_hash(jsonb_strip_nulls(to_jsonb(p_new) - '{rider_id,device_hash}'::text[])
                                       || jsonb_build_object('vehicle', p_vehicle));
  v_feedback app.feedback;
  v_answer   jsonb;
begin
  if p_new.id is null then
    perform app.fail('invalid_request', '{"path": "id"}');
  end if;
  perform pg_advisory_xact_lock(hashtextextended(coalesce(p_new.rider_id::text, encode(p_new.device_hash, 'hex')), 60));
  select * into v_feedback from app.feedback f where f.id = p_new.id;
  if v_feedback.id is not null then
    if v_feedback.content_hash <> v_hash
       or (v_feedback.signed_in and v_feedback.rider_id is distinct from p_new.rider_id)
       or (not v_feedback.signed_in and p_new.rider_id is not null
           and v_feedback.device_hash is distinct from p_new.device_hash) then
      perform app.fail('id_reused');
    end if;
    perform app.transfer_rating(v_feedback, p_new.device_hash);
    return app.feedback_view(v_feedback) || '{"repeated": true}';
  end if;
  perform app.check_feedback_limits(p_new.rider_id, p_new.device_hash);
  v_feedback := app.checked_feedback(p_new, p_vehicle);
  v_feedback.content_hash := v_hash;
  if not v_feedback.signed_in then
    v_feedback := app.weigh_rating_by_network(v_feedback, app.network_hashes(p_networks));
  end if;
  v_feedback.vehicle_id := app.held_vehicle(v_feedback.vehicle_id);
  insert into app.vehicle_feedback_summaries (vehicle_id, valid_until)
  values (v_feedback.vehicle_id, app.next_day(v_feedback.received_at)) on conflict do nothing;
  perform from app.vehicle_feedback_summaries s where s.vehicle_id = v_feedback.vehicle_id for update;
  insert into app.feedback select v_feedback.* on conflict do nothing;
  if not found then
    perform app.fail('id_reused');
  end if;
  -- Before it is weighed with those of others: a caller may roll back and so probe whether there are any.
  v_answer := app.feedback_view(v_feedback) || '{"repeated": false}';
  perform app.triage_feedback(v_feedback);
  return v_answer;
end
$$;

-- Transfer a rating without an account to the phone that retries it: the response with the first device cookie was lost.
-- Who knows the id and the content has sent it. Only on the first day, and not where the first phone rated anything else:
-- one phone that is counted once would become two.
create function app.transfer_rating(p_feedback app.feedback, p_device bytea)
returns void language plpgsql set search_path = '' as $$
begin
  update app.feedback f
     set device_hash = p_device, voice = app.voice_of_phone(p_device)
   where f.id = p_feedback.id and not f.signed_in and f.device_hash <> p_device
     and f.received_at > app.now() - interval '1 day'
     and not exists (select from app.feedback o where o.device_hash = f.device_hash and o.id <> f.id);
end
$$;

-- A rating with everything resolved; a vehicle that nobody named before is created. The API's validation is repeated
-- here because a user's token also works directly on the database. The error for a ride that was rated already does not
-- contain that rating.
-- Fails with: invalid_request, unknown_vehicle, already_rated
create function app.checked_feedback(p_new app.feedback, p_vehicle text)
returns app.feedback language plpgsql set search_path = '' as $$
declare
  v_now      timestamptz := app.now();
  v_known    timestamptz := case when p_new.rider_id is not null then app.known_since(p_new.rider_id)
                                 else (select d.created_at from app.devices d where d.token_hash = p_new.device_hash) end;
  v_feedback app.feedback := p_new;
begin
  perform app.check_feedback_shape(p_new, p_vehicle);
  v_feedback.vehicle_id := (app.mentioned_vehicle(p_vehicle)).id;
  if v_feedback.vehicle_id is null then
    perform app.fail('unknown_vehicle', '{"path": "vehicle"}'::jsonb || app.did_you_mean(p_vehicle));
  end if;
  v_feedback.signed_in := p_new.rider_id is not null;
  v_feedback.voice := app.author_key(p_new.rider_id, p_new.device_hash);
  v_feedback.comment_flags := app.screen_note(coalesce(p_new.comment, ''));
  v_feedback.rode_at := least(coalesce(p_new.rode_at, v_now), v_now);
  v_feedback.received_at := v_now;
  v_feedback.new_account := case when v_feedback.signed_in then app.is_new_account(p_new.rider_id, interval '7 days')
                                 else v_known > v_now - interval '7 days' end;
  v_feedback.counts_from := coalesce(v_known, v_now) + interval '1 day';
  v_feedback.in_figures := false;
  v_feedback.state := 'received';
  v_feedback.version := 1;
  if exists (
    select from app.feedback f
     where f.voice = v_feedback.voice and f.vehicle_id = v_feedback.vehicle_id and f.state <> 'withdrawn'
       and f.rode_at > v_feedback.rode_at - interval '2 hours'
       and f.rode_at < v_feedback.rode_at + interval '2 hours')
  then
    perform app.fail('already_rated');
  end if;
  return v_feedback;
end
$$;

-- Weigh a rating without an account by its network, as votes are (app.burst_limits): a device id costs nothing, an IP
-- address costs something. Of one network only so many ratings are accepted, of vehicles that nobody registered fewer;
-- of one vehicle only so many count, the rest never does. The lock makes all of them exact.
-- Fails with: rate_limited
create function app.weigh_rating_by_network(p_feedback app.feedback, p_networks bytea[])
returns app.feedback language plpgsql set search_path = '' as $$
declare
  v_feedback app.feedback := p_feedback;
  v_day      timestamptz := p_feedback.received_at - interval '1 day';
begin
  perform pg_advisory_xact_lock(hashtextextended(encode(p_networks[1], 'hex'), 10));
  v_feedback.network := p_networks[1];
  perform app.fail_if_limited(app.limit_reset_at('network_rating', array(
    select f.received_at from app.feedback f
     where f.network = any (p_networks) and f.received_at > v_day order by f.received_at desc)));
  if exists (select from app.vehicles v where v.id = p_feedback.vehicle_id and v.state = 'mentioned') then
    perform app.fail_if_limited(app.limit_reset_at('network_plate', array(
      select min(f.received_at) from app.feedback f join app.vehicles v on v.id = f.vehicle_id
       where f.network = any (p_networks) and f.received_at > v_day and v.state = 'mentioned' and v.id <> p_feedback.vehicle_id
       group by v.id order by 1 desc)));
  end if;
  if (select count(*) from app.feedback f
       where f.vehicle_id = p_feedback.vehicle_id and f.network = any (p_networks) and f.received_at > v_day)
     >= (app.burst_limit('network_rating_counted')).allowed then
    v_feedback.counts_from := 'infinity';
  end if;
  return v_feedback;
end
$$;

-- Validate a feedback's fields against the contract, for callers that bypass the API. Fails with: invalid_request
create function app.check_feedback_shape(p_new app.feedback, p_vehicle text)
returns void language plpgsql stable set search_path = '' as $$
declare
  v_now timestamptz := app.now();
begin
  perform app.check_fields(array[
    ('vehicle', 'invalid_value', char_length(p_vehicle) between 3 and 40),
    ('stars', 'out_of_range', p_new.stars between 1 and 5),
    ('tags', 'invalid_value', p_new.tags <@ array(select t.code from app.feedback_tags t)),
    ('comment', 'invalid_value', p_new.comment is null or char_length(p_new.comment) between 1 and 1000),
    -- A time of the next day at most is that of a wrong clock, and counts as now.
    ('rodeAt', 'out_of_range', p_new.rode_at is null
               or p_new.rode_at between v_now - interval '30 days' and v_now + interval '1 day'),
    ('routeId', 'unknown_reference', p_new.route_id is null or exists (select from app.routes r where r.id = p_new.route_id))
  ]::app.field_check[]);
end
$$;

-- Rate limits: ten ratings in an hour and thirty in a day per account, or per phone without one; of a limited author few
-- in a day. Fails with: rate_limited
create function app.check_feedback_limits(p_user uuid, p_device bytea)
returns void language plpgsql set search_path = '' as $$
declare
  v_now    timestamptz := app.now();
  v_recent timestamptz[] := array(
    select f.received_at from app.feedback f
     where (f.rider_id = p_user or (p_user is null and not f.signed_in and f.device_hash = p_device))
       and f.received_at > v_now - interval '1 day'
     order by f.received_at desc
     limit 30);
  v_few    int := app.allowed_to_limited(app.author_key(p_user, p_device), 'limited_author');
  v_free   timestamptz := greatest(v_recent[10] + interval '1 hour', v_recent[coalesce(v_few, 30)] + interval '1 day');
begin
  perform app.fail_if_limited(v_free);
end
$$;
