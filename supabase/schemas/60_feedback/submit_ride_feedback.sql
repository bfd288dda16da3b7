-- Submit a rider's rating of a ride. See app.receive_feedback for the rules. Without a sign-in the phone rates: the app's
-- server passes the device, which must be registered, and a hash of its network.
--
-- Definer: a rider may not touch feedback; this writes it in the caller's own name only.
-- Fails with: unauthenticated, invalid_request, id_reused, already_rated, unknown_vehicle, rate_limited
create function api.submit_ride_feedback(
  p_id uuid, p_vehicle text, p_stars int, p_tags text[] default '{}', p_comment text default null,
  p_rode_at timestamptz default null, p_route_id uuid default null, p_device text default null,
  p_networks text[] default null)
returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  v_new app.feedback;
begin
  v_new.id := p_id;
  v_new.rider_id := case when app.is_server() then null else app.require_user() end;
  v_new.device_hash := app.known_device(p_device);
  if v_new.rider_id is null and v_new.device_hash is null then
    perform app.fail('unauthenticated');
  end if;
  v_new.route_id := p_route_id;
  v_new.stars := p_stars;
  v_new.tags := array(select distinct t from unnest(p_tags) t order by t);
  v_new.comment := p_comment;
  v_new.rode_at := p_rode_at;
  return app.receive_feedback(v_new, p_vehicle, p_networks);
end
$$;
grant execute on function api.submit_ride_feedback to authenticated, rider_server;

-- Withdraw one of the caller's own ratings, or of the phone's without an account. Idempotent; figures that include it
-- change as when a rider leaves.
--
-- Definer: nobody may touch feedback directly.
-- Fails with: unauthenticated, not_found
create function api.withdraw_ride_feedback(p_id uuid, p_device text default null)
returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  v_user     uuid := case when app.is_server() then null else app.require_user() end;
  v_device   bytea := app.known_device(p_device);
  v_feedback app.feedback;
begin
  select * into v_feedback from app.feedback f
   where f.id = p_id and case when f.signed_in then f.rider_id = v_user else f.device_hash = v_device end
     for update;
  perform app.require_found(v_feedback.id is not null);
  if v_feedback.state not in ('withdrawn', 'rejected') then
    perform app.move_feedback(p_id, 'withdrawn', null, v_user);
    update app.feedback f set comment = null, comment_flags = '{}' where f.id = p_id;
    perform app.withdraw_review('feedback', p_id);
  end if;
  return jsonb_build_object('id', p_id, 'withdrawn', true);
end
$$;
grant execute on function api.withdraw_ride_feedback to authenticated, rider_server;

-- One of the caller's own ratings.
--
-- Definer: feedback is not readable directly.
-- Fails with: unauthenticated, not_found
create function api.get_ride_feedback(p_id uuid)
returns jsonb language plpgsql stable security definer set search_path = '' as $$
declare
  v_user     uuid := app.require_user();
  v_feedback app.feedback;
begin
  select * into v_feedback from app.feedback f where f.id = p_id and f.rider_id = v_user;
  perform app.require_found(v_feedback.id is not null);
  return app.feedback_view(v_feedback);
end
$$;
grant execute on function api.get_ride_feedback to authenticated;

-- A feedback as its rider sees it. Whether it was counted or held is not included: the author of a burst must not learn
-- that it was detected, nor how to stay below the limit.
create function app.feedback_view(p_feedback app.feedback)
returns jsonb language plpgsql stable set search_path = '' as $$
begin
  return jsonb_build_object(
    'id', p_feedback.id,
    'vehicle', (select app.vehicle_ref(v.id, v.plate_key) from app.vehicles v where v.id = p_feedback.vehicle_id),
    'route', (select app.route_ref(r) from app.routes r where r.id = p_feedback.route_id),
    'stars', p_feedback.stars,
    'sentiment', app.sentiment(p_feedback.stars),
    'tags', to_jsonb(p_feedback.tags),
    'comment', p_feedback.comment,
    'rodeAt', app.instant(p_feedback.rode_at),
    'receivedAt', app.instant(p_feedback.received_at));
end
$$;
