-- The caller's open session, else their latest one, else nothing.
--
-- Definer: nobody may read app.surveyor_sessions directly.
-- Fails with: unauthenticated, role_required
create function api.get_surveyor_session()
returns jsonb language plpgsql stable security definer set search_path = '' as $$
declare
  v_surveyor uuid := app.require_role('surveyor');
  v_session  app.surveyor_sessions;
begin
  select * into v_session from app.surveyor_sessions s
   where s.surveyor_id = v_surveyor
   order by app.session_state(s) = 'open' desc, s.started_at desc, s.id
   limit 1;
  return jsonb_build_object('session', case when found then app.session_view(v_session) end);
end
$$;
grant execute on function api.get_surveyor_session to authenticated;

-- A session as its surveyor sees it. `entries` is how many have arrived, for the phone's sync status.
create function app.session_view(p_session app.surveyor_sessions)
returns jsonb language plpgsql stable set search_path = '' as $$
begin
  return jsonb_build_object(
    'id', p_session.id,
    'state', app.session_state(p_session),
    'startedAt', app.instant(p_session.started_at),
    'touchedAt', app.instant(p_session.touched_at),
    'openUntil', app.instant(p_session.open_until),
    'endedAt', app.instant(p_session.ended_at),
    'place', app.field_place_view(p_session.place),
    'location', app.locate_field_place(p_session.place),
    'entryCount', (select count(*) from app.collection_entries e
                    where e.session_id = p_session.id and e.state not in ('replaced', 'withdrawn')));
end
$$;

-- Start a session. The client generates the id and may send a start in the past. Idempotent.
--
-- A wrong clock of the phone is taken into account (app.reckon_time): it must not block a day's work. A session whose 14
-- hours are over on arrival is abandoned immediately, so that yesterday's session can still be handed in while today's
-- is open.
-- Definer: nobody may touch app.surveyor_sessions directly.
-- Fails with: unauthenticated, role_required, invalid_request, unknown_stop, id_reused, session_already_open, rate_limited
create function api.start_surveyor_session(
  p_id uuid, p_started_at timestamptz default null,
  p_lat float8 default null, p_lng float8 default null, p_accuracy_m float8 default null, p_stop_id uuid default null,
  p_sent_at timestamptz default null)
returns jsonb language plpgsql security definer set search_path = ''
set timezone = 'UTC' -- the hash of the content holds a time as text
as $$
declare
  v_surveyor uuid := app.require_role('surveyor');
  v_now      timestamptz := app.now();
  v_session  app.surveyor_sessions;
  v_hash     bytea := app.request_hash(jsonb_build_array(p_started_at, p_lat, p_lng, p_accuracy_m, p_stop_id));
begin
  if p_id is null or not isfinite(coalesce(p_started_at, v_now)) or not isfinite(coalesce(p_sent_at, v_now)) then
    perform app.fail('invalid_request',
                     jsonb_build_object('path', case when p_id is null then 'id' else 'startedAt' end));
  end if;
  perform app.lock_surveyor(v_surveyor);
  select * into v_session from app.surveyor_sessions s where s.id = p_id;
  if found then
    if v_session.surveyor_id is distinct from v_surveyor or v_session.content_hash <> v_hash then
      perform app.fail('id_reused');
    end if;
    return app.session_view(v_session) || '{"repeated": true}';
  end if;
  perform app.check_field_limit(v_surveyor, 'sessions');
  v_session.id := p_id;
  v_session.surveyor_id := v_surveyor;
  v_session.content_hash := v_hash;
  v_session.started_at := (app.field_time(null, p_started_at, p_sent_at)).at;
  v_session.received_at := v_now;
  v_session.touched_at := case when v_session.started_at + interval '14 hours' > v_now then v_now
                               else v_session.started_at end;
  v_session.open_until := app.session_open_until(v_session);
  v_session.place := app.field_place_of(p_lat, p_lng, p_accuracy_m, p_stop_id);
  v_session.version := 1;
  v_session.state := 'open';
  v_session.state := app.session_state(v_session);
  perform app.abandon_lapsed_session(v_surveyor);
  if v_session.state = 'open' then
    perform app.refuse_second_session(v_surveyor);
  end if;
  insert into app.surveyor_sessions select v_session.* on conflict (id) do nothing;
  if not found then
    perform app.fail('id_reused');
  end if;
  if v_session.state = 'abandoned' then
    perform app.note_session_move(p_id, 'open', 'abandoned', 'cap', null);
  end if;
  return app.session_view(v_session) || '{"repeated": false}';
end
$$;
grant execute on function api.start_surveyor_session to authenticated;

-- Fails with: session_already_open, which shows that session
create function app.refuse_second_session(p_surveyor uuid)
returns void language plpgsql stable set search_path = '' as $$
declare
  v_open app.surveyor_sessions;
begin
  select * into v_open from app.surveyor_sessions s where s.surveyor_id = p_surveyor and s.state = 'open';
  if found then
    perform app.fail('session_already_open', jsonb_build_object('session', app.session_view(v_open)));
  end if;
end
$$;

-- Touch the session: it stays open for three more hours, within its 14, and the lease of the surveyor's slot is renewed
-- for two, within its 12. An expired lease is not renewed, and none gets shorter.
--
-- Definer: nobody may touch sessions or slots directly.
-- Fails with: unauthenticated, role_required, not_found, invalid_transition
create function api.touch_surveyor_session(p_id uuid)
returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  v_surveyor uuid := app.require_role('surveyor');
  v_now      timestamptz := app.now();
  v_session  app.surveyor_sessions := app.own_session(v_surveyor, p_id);
begin
  if app.session_state(v_session) <> 'open' then
    perform app.refuse_move(app.session_state(v_session), app.next_states('surveyor_session', app.session_state(v_session)));
  end if;
  v_session.touched_at := v_now;
  v_session.open_until := app.session_open_until(v_session);
  update app.surveyor_sessions s set touched_at = v_now, open_until = v_session.open_until where s.id = p_id;
  update app.assignment_slots s
     set held_until = greatest(s.held_until, least(v_now + interval '2 hours', s.claimed_at + interval '12 hours')),
         session_id = p_id
   where s.holder_id = v_surveyor and s.state = 'claimed' and s.held_until > v_now;
  return app.session_view(v_session) || '{"repeated": false}';
end
$$;
grant execute on function api.touch_surveyor_session to authenticated;

-- End a session, now or at a time in the past, also one that was abandoned since. The first end is final: ending it
-- again returns it unchanged. Without a time an abandoned one ends with its last touch.
--
-- Definer: nobody may touch app.surveyor_sessions directly.
-- Fails with: unauthenticated, role_required, not_found, invalid_request
create function api.end_surveyor_session(
  p_id uuid, p_ended_at timestamptz default null, p_sent_at timestamptz default null)
returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  v_surveyor uuid := app.require_role('surveyor');
  v_now      timestamptz := app.now();
  v_session  app.surveyor_sessions := app.own_session(v_surveyor, p_id);
  v_state    text := app.session_state(v_session);
  v_ended    timestamptz;
begin
  if v_state = 'ended' then
    return app.session_view(v_session) || '{"repeated": true}';
  end if;
  if p_ended_at is not null and isfinite(p_ended_at) and isfinite(coalesce(p_sent_at, v_now)) then
    v_ended := (app.field_time(null, p_ended_at, p_sent_at)).at;
  end if;
  if v_ended < v_session.started_at or (p_ended_at is not null and v_ended is null) then
    perform app.fail('invalid_request', '{"path": "endedAt", "code": "out_of_range"}');
  end if;
  perform app.abandon_lapsed_session(v_surveyor);
  perform app.move_session(
    p_id, 'ended', null, v_surveyor,
    least(coalesce(v_ended, case v_state when 'abandoned' then v_session.touched_at end, v_now), v_now,
          v_session.started_at + interval '14 hours'));
  select * into v_session from app.surveyor_sessions s where s.id = p_id;
  return app.session_view(v_session) || '{"repeated": false}';
end
$$;
grant execute on function api.end_surveyor_session to authenticated;
