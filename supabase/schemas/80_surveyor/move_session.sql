-- The effective state of a session. Expiry is evaluated here and not by a sweep: an open row past its time is
-- abandoned.
create function app.session_state(p_session app.surveyor_sessions)
returns text stable
return case when p_session.state = 'open' and p_session.open_until <= app.now() then 'abandoned'
            else p_session.state end;

-- Three hours after the last touch, 14 hours after the start at the latest.
create function app.session_open_until(p_session app.surveyor_sessions)
returns timestamptz immutable
return least(p_session.touched_at + interval '3 hours', p_session.started_at + interval '14 hours');

-- When a session was over, or null while it is open: its end, or the moment at which it was abandoned.
create function app.session_over_at(p_session app.surveyor_sessions)
returns timestamptz stable
return case app.session_state(p_session) when 'ended' then p_session.ended_at
                                         when 'abandoned' then p_session.open_until end;

-- Record one transition of a session, if it is allowed. Fails with: invalid_transition
create function app.note_session_move(p_session uuid, p_from text, p_to text, p_reason text, p_actor uuid)
returns void language plpgsql set search_path = '' as $$
begin
  perform app.check_move('surveyor_session', p_from, p_to);
  insert into app.surveyor_session_events (session_id, at, from_state, to_state, reason, actor)
  values (p_session, app.now(), p_from, p_to, p_reason, p_actor);
end
$$;

-- Move a session to another state and record the event. Fails with: invalid_transition
create function app.move_session(
  p_session uuid, p_to text, p_reason text default null, p_actor uuid default null, p_ended_at timestamptz default null)
returns void language plpgsql set search_path = '' as $$
declare
  v_from text;
begin
  select s.state into v_from from app.surveyor_sessions s where s.id = p_session for update;
  perform app.note_session_move(p_session, v_from, p_to, p_reason, p_actor);
  update app.surveyor_sessions s set state = p_to, ended_at = p_ended_at, version = s.version + 1
   where s.id = p_session;
end
$$;

-- Close a surveyor's expired open session, so that they can start another.
create function app.abandon_lapsed_session(p_surveyor uuid)
returns void language plpgsql set search_path = '' as $$
begin
  perform app.move_session(
            s.id, 'abandoned', case when s.open_until = s.started_at + interval '14 hours' then 'cap' else 'silent' end)
     from app.surveyor_sessions s
    where s.surveyor_id = p_surveyor and s.state = 'open' and s.open_until <= app.now();
end
$$;

-- The caller's own session, locked; any other returns not_found. Fails with: not_found
create function app.own_session(p_surveyor uuid, p_id uuid)
returns app.surveyor_sessions language plpgsql set search_path = '' as $$
declare
  v_session app.surveyor_sessions;
begin
  select * into v_session from app.surveyor_sessions s where s.id = p_id and s.surveyor_id = p_surveyor for update;
  perform app.require_found(found);
  return v_session;
end
$$;

-- A time that a surveyor's phone sent, by our clock (app.reckon_time), never before the start of its session: days and
-- streaks count by it. Uncertain if it was before that by more than five minutes, or is only a guess. A start or an end,
-- which is of no session yet, is at most as old as what can be sent.
create function app.field_time(p_session uuid, p_at timestamptz, p_sent_at timestamptz)
returns app.reckoned_time language plpgsql stable set search_path = '' as $$
declare
  v_now     timestamptz := app.now();
  v_oldest  interval := '90 days';
  v_started timestamptz := (select s.started_at from app.surveyor_sessions s where s.id = p_session);
  v_time    app.reckoned_time := app.reckon_time(p_at, coalesce(p_sent_at, v_now), v_now, v_oldest);
begin
  return (greatest(v_time.at, v_started),
          v_time.uncertain or coalesce(v_time.at < v_started - interval '5 minutes', false));
end
$$;
