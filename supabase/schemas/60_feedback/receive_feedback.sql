-- Receive a rating: validate it, store it, count it or hold it, in one transaction. `p_new` is the new row, as far as
-- the client provides it.
--
-- Idempotent by id: a retry returns the stored rating. All of one rider's ratings queue on a lock, which makes the
-- retry safe, the limits exact and prevents two ratings of one ride; then the vehicle is held against being merged; then
-- all its ratings queue on its summary, which makes burst detection exact. Always in that order, so there are no
-- deadlocks.
-- Fails with: invalid_request, id_reused, already_rated, unknown_vehicle, rate_limited
create function app.receive_feedback(p_new app.feedback, p_vehicle text)
returns jsonb language plpgsql set search_path = ''
set timezone = 'UTC' -- the hash of the content holds a time as text
as $$
declare
  v_hash     bytea := app.request_hash(jsonb_strip_nulls(to_jsonb(p_new)) || jsonb_build_object('vehicle', p_vehicle));
  v_feedback app.feedback;
begin
  if p_new.id is null then
    perform app.fail('invalid_request', '{"path": "id"}');
  end if;
  perform pg_advisory_xact_lock(hashtextextended(p_new.rider_id::text, 60));
  select * into v_feedback from app.feedback f where f.id = p_new.id;
  if v_feedback.id is not null then
    if v_feedback.rider_id is distinct from p_new.rider_id or v_feedback.content_hash <> v_hash then
      perform app.fail('id_reused');
    end if;
    return app.feedback_view(v_feedback) || '{"repeated": true}';
  end if;
  perform app.check_feedback_limits(p_new.rider_id);
  v_feedback := app.checked_feedback(p_new, p_vehicle);
  v_feedback.content_hash := v_hash;
  v_feedback.vehicle_id := app.held_vehicle(v_feedback.vehicle_id);
  insert into app.vehicle_feedback_summaries (vehicle_id, valid_until)
  values (v_feedback.vehicle_id, app.next_day(v_feedback.received_at)) on conflict do nothing;
  perform from app.vehicle_feedback_summaries s where s.vehicle_id = v_feedback.vehicle_id for update;
  insert into app.feedback select v_feedback.* on conflict do nothing;
  if not found then
    perform app.fail('id_reused');
  end if;
  perform app.triage_feedback(v_feedback);
  return app.feedback_view(v_feedback) || '{"repeated": false}';
end
$$;

-- A rating with everything resolved. Nothing is stored. The API's validation is repeated here because a user's token
-- also works directly on the database. The error for a ride that was rated already does not contain that rating.
-- Fails with: invalid_request, unknown_vehicle, already_rated
create function app.checked_feedback(p_new app.feedback, p_vehicle text)
returns app.feedback language plpgsql stable set search_path = '' as $$
declare
  v_now      timestamptz := app.now();
  v_feedback app.feedback := p_new;
begin
  perform app.check_feedback_shape(p_new, p_vehicle);
  v_feedback.vehicle_id := (app.find_vehicle(p_vehicle)).id;
  if v_feedback.vehicle_id is null then
    perform app.fail('unknown_vehicle', '{"path": "vehicle"}'::jsonb || app.did_you_mean(p_vehicle));
  end if;
  v_feedback.voice := p_new.rider_id;
  v_feedback.comment_flags := app.screen_note(coalesce(p_new.comment, ''));
  v_feedback.rode_at := least(coalesce(p_new.rode_at, v_now), v_now);
  v_feedback.received_at := v_now;
  v_feedback.new_account := app.is_new_account(p_new.rider_id, interval '7 days');
  v_feedback.counts_from := coalesce(app.known_since(p_new.rider_id), v_now) + interval '1 day';
  v_feedback.in_figures := false;
  v_feedback.state := 'received';
  v_feedback.version := 1;
  if exists (
    select from app.feedback f
     where f.rider_id = p_new.rider_id and f.vehicle_id = v_feedback.vehicle_id
       and f.rode_at > v_feedback.rode_at - interval '2 hours'
       and f.rode_at < v_feedback.rode_at + interval '2 hours')
  then
    perform app.fail('already_rated');
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

-- Rate limits: ten ratings in an hour and thirty in a day per account. Fails with: rate_limited
create function app.check_feedback_limits(p_user uuid)
returns void language plpgsql set search_path = '' as $$
declare
  v_now    timestamptz := app.now();
  v_recent timestamptz[] := array(
    select f.received_at from app.feedback f
     where f.rider_id = p_user and f.received_at > v_now - interval '1 day'
     order by f.received_at desc
     limit 30);
  v_free   timestamptz := greatest(v_recent[10] + interval '1 hour', v_recent[30] + interval '1 day');
begin
  perform app.fail_if_limited(v_free);
end
$$;
