-- Register where this browser receives Web Push messages, for the caller: those of the rider app, or of the surveyor app,
-- which are for surveyors only. The same endpoint again changes its owner, keys and language. At most ten per follower; the
-- oldest gives way. Our server checks the host of the endpoint before, and again when it sends.
-- Until the browser has returned what the first message carries (`api.prove_push`), it gets no other: an endpoint that
-- somebody else gave is sent that one alone.
-- Definer: no role may touch these tables.
-- Fails with: unauthenticated, role_required, invalid_token, invalid_request
create function api.subscribe_push(
  p_endpoint text, p_p256dh text, p_auth text, p_locale text, p_device text default null, p_app text default 'rider')
returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  v_follower uuid := app.follower_of(p_device);
  v_hash     bytea := sha256(convert_to(p_endpoint, 'UTF8'));
begin
  if p_app = 'surveyor' then
    perform app.require_role('surveyor');
  end if;
  perform app.check_fields(array[
    ('app', 'invalid_value', p_app in ('rider', 'surveyor')),
    ('endpoint', 'invalid_value', p_endpoint ~ '^https?://' and char_length(p_endpoint) <= 1000),
    ('p256dh', 'invalid_value', p_p256dh ~ '^[A-Za-z0-9_-]{87}=?$'),
    ('auth', 'invalid_value', p_auth ~ '^[A-Za-z0-9_-]{22}={0,2}$'),
    ('locale', 'invalid_value', app.is_language(p_locale))]::app.field_check[]);
  delete from app.push_subscriptions s
   where s.endpoint_hash in (select o.endpoint_hash from app.push_subscriptions o
                              where o.follower_id = v_follower and o.endpoint <> p_endpoint
                              order by o.created_at desc offset 9);
  insert into app.push_subscriptions as s (endpoint_hash, follower_id, endpoint, p256dh, auth, locale, created_at, app)
  values (v_hash, v_follower, p_endpoint, p_p256dh, p_auth, p_locale, app.now(), p_app)
  on conflict (endpoint_hash) do update
    set (follower_id, p256dh, auth, locale, created_at, app, proven_at)
        = (excluded.follower_id, excluded.p256dh, excluded.auth, excluded.locale, excluded.created_at, excluded.app,
           case when (s.p256dh, s.auth) = (excluded.p256dh, excluded.auth) then s.proven_at end);
  perform app.enqueue_proof(v_hash);
  return '{"subscribed": true}';
end
$$;
grant execute on function api.subscribe_push to authenticated, rider_server;

-- The browser has received the first message, and returns what it carried. The same answer whether there is one: a browser
-- may have unsubscribed by now. Idempotent. Definer as above.
-- Fails with: invalid_token
create function api.prove_push(p_proof text)
returns jsonb language plpgsql security definer set search_path = '' as $$
begin
  perform app.admit_caller();
  update app.push_subscriptions s set proven_at = app.now() where s.proof = p_proof and s.proven_at is null;
  return '{"proven": true}';
end
$$;
grant execute on function api.prove_push to authenticated, rider_server, surveyor_server;

-- Remove an endpoint, whoever it belongs to: nobody but its browser knows it. Idempotent. Definer as above.
-- Fails with: invalid_token
create function api.unsubscribe_push(p_endpoint text)
returns jsonb language plpgsql security definer set search_path = '' as $$
begin
  perform app.admit_caller();
  delete from app.push_subscriptions s where s.endpoint_hash = sha256(convert_to(p_endpoint, 'UTF8'));
  return '{"removed": true}';
end
$$;
grant execute on function api.unsubscribe_push to authenticated, rider_server, surveyor_server;

-- A message of an alert for a browser that has proven to receive them. Its key is both.
create function app.enqueue_push(p_alert uuid, p_endpoint_hash bytea)
returns void language plpgsql set search_path = '' as $$
begin
  perform app.enqueue('push', p_alert || ' ' || encode(p_endpoint_hash, 'hex'), null, app.push_lane(s.endpoint))
     from app.push_subscriptions s
    where s.endpoint_hash = p_endpoint_hash and s.proven_at is not null;
end
$$;

-- The first message for a browser, again every four hours of its first day while it has not answered.
create function app.enqueue_proof(p_endpoint_hash bytea, p_due_at timestamptz default null)
returns void language plpgsql set search_path = '' as $$
begin
  perform app.enqueue('push', 'proof ' || encode(p_endpoint_hash, 'hex'), p_due_at, app.push_lane(s.endpoint))
     from app.push_subscriptions s
    where s.endpoint_hash = p_endpoint_hash and s.proven_at is null and s.created_at > app.now() - interval '1 day';
end
$$;

-- The push service of an endpoint: the last two names of its host.
create function app.push_lane(p_endpoint text)
returns text immutable
return 'push ' || coalesce(substring(p_endpoint from '^https?://(?:[^/:]+\.)?([^/:.]+\.[^/:.]+)(?:[:/]|$)'), '');

-- What a message says, with its endpoint: what is public of its incident, or the news of field work. Null where the browser
-- belongs to somebody else by now, or has answered the first message.
create function app.push_content(p_key text)
returns jsonb language plpgsql stable set search_path = '' as $$
begin
  if p_key like 'proof %' then
    return (
      select jsonb_build_object('app', s.app, 'endpoint', s.endpoint, 'p256dh', s.p256dh, 'auth', s.auth,
                                'locale', s.locale, 'proof', s.proof)
        from app.push_subscriptions s
       where s.endpoint_hash = decode(split_part(p_key, ' ', 2), 'hex') and s.proven_at is null);
  end if;
  return (
    select jsonb_build_object(
             'app', s.app, 'alertId', a.id, 'endpoint', s.endpoint, 'p256dh', s.p256dh, 'auth', s.auth, 'locale', s.locale,
             'because', app.alert_because(a, i.incident), 'reportId', a.report_id, 'incident', i.incident,
             'field', app.field_news(a))
      from app.alerts a
      join app.push_subscriptions s on s.endpoint_hash = decode(split_part(p_key, ' ', 2), 'hex')
                                   and s.follower_id = a.follower_id,
           lateral (select app.alert_incident(a) as incident) i
     where a.id = split_part(p_key, ' ', 1)::uuid);
end
$$;

-- The push service accepted a message, or told that its browser has unsubscribed: `gone`. A browser may lose the first
-- message, or be without a connection when it answers.
create function app.push_sent(p_result jsonb)
returns void language plpgsql set search_path = '' as $$
begin
  delete from app.push_subscriptions s
   where (p_result ->> 'gone')::boolean and s.endpoint_hash = sha256(convert_to(p_result ->> 'endpoint', 'UTF8'));
  perform app.enqueue_proof(sha256(convert_to(p_result ->> 'endpoint', 'UTF8')), app.now() + interval '4 hours')
    where p_result ? 'proof';
end
$$;

-- Make the alerts that are due: of incidents that changed, and of assignments. The worker calls this every few seconds.
-- Definer as above.
create function api.make_alerts()
returns jsonb language plpgsql security definer set search_path = '' as $$
begin
  perform app.release_changes();
  perform app.make_alerts();
  perform app.alert_due_assignments();
  return '{"made": true}';
end
$$;
grant execute on function api.make_alerts to worker_server;
