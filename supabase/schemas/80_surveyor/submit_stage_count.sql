-- Store what a surveyor counted at a stage, and count it for the slot of its claim. Idempotent by id and content.
--
-- Accepted however late it is. A count of a wrong clock is moved into its session as a whole: it must not block a day's
-- work. A slot that was handed in meanwhile is done with it.
-- Definer: nobody may touch app.stage_counts directly.
-- Fails with: unauthenticated, role_required, invalid_request, unknown_stop, id_reused, rate_limited
create function api.submit_stage_count(
  p_id uuid, p_session_id uuid, p_started_at timestamptz, p_ended_at timestamptz, p_taps jsonb,
  p_pauses jsonb default '[]', p_claim_token bigint default null, p_lat float8 default null, p_lng float8 default null,
  p_accuracy_m float8 default null, p_stop_id uuid default null, p_note text default null,
  p_sent_at timestamptz default null)
returns jsonb language plpgsql security definer set search_path = ''
set timezone = 'UTC' -- the hash of the content holds a time as text
as $$
declare
  v_new   app.stage_counts;
  v_old   app.stage_counts;
  v_slot  app.assignment_slots;
  v_ahead interval;
begin
  v_new.surveyor_id := app.require_role('surveyor');
  v_new.id := p_id;
  v_new.session_id := p_session_id;
  v_new.token := p_claim_token;
  v_new.started_at := p_started_at;
  v_new.ended_at := p_ended_at;
  v_new.pauses := p_pauses;
  v_new.taps := p_taps;
  v_new.note := p_note;
  v_new.content_hash := app.request_hash(jsonb_build_array(
    p_session_id, p_started_at, p_ended_at, p_taps, p_pauses, p_claim_token, p_lat, p_lng, p_accuracy_m, p_stop_id, p_note));
  perform app.lock_surveyor(v_new.surveyor_id);
  select * into v_old from app.stage_counts c where c.id = p_id;
  if v_old.id is not null then
    if v_old.surveyor_id is distinct from v_new.surveyor_id or v_old.content_hash <> v_new.content_hash then
      perform app.fail('id_reused');
    end if;
    return app.stage_count_response(v_old, true);
  end if;
  perform app.check_field_limit(v_new.surveyor_id, 'counts');
  perform app.check_stage_count(v_new, p_sent_at);
  v_ahead := p_ended_at - (app.field_time(p_session_id, p_ended_at, p_sent_at)).at;
  v_new.place := app.field_place_of(p_lat, p_lng, p_accuracy_m, p_stop_id);
  v_new.counted_s := app.counted_seconds(v_new);
  v_new.started_at := p_started_at - v_ahead;
  v_new.ended_at := p_ended_at - v_ahead;
  v_new.received_at := app.now();
  v_slot := app.slot_of_claim(v_new.surveyor_id, v_new.token);
  v_new.slot_id := v_slot.id;
  v_new.late := exists (select from app.surveyor_sessions s
                         where s.id = v_new.session_id and app.session_over_at(s) <= app.now());
  if v_slot.id is not null then
    v_new.late := not app.count_to_slot(v_slot.id, v_new.token, v_new.surveyor_id, false) or v_new.late;
  end if;
  insert into app.stage_counts select v_new.* on conflict (id) do nothing;
  if not found then
    perform app.fail('id_reused');
  end if;
  perform app.settle_slot(s.id, v_new.token) from app.assignment_slots s where s.id = v_slot.id and s.state = 'submitted';
  return app.stage_count_response(v_new, false);
end
$$;
grant execute on function api.submit_stage_count to authenticated;

create function app.stage_count_response(p_count app.stage_counts, p_repeated boolean)
returns jsonb stable
return jsonb_build_object('id', p_count.id, 'vehicles', jsonb_array_length(p_count.taps),
                          'minutes', p_count.counted_s / 60, 'late', p_count.late, 'repeated', p_repeated);

-- Validate a count against the contract, for callers that bypass the API; and that session and claim are the surveyor's
-- own.
-- Fails with: invalid_request
create function app.check_stage_count(p_new app.stage_counts, p_sent_at timestamptz)
returns void language plpgsql stable set search_path = '' as $$
begin
  perform app.check_fields(array[
    ('id', 'required', p_new.id is not null),
    ('sessionId', 'unknown_reference', exists (select from app.surveyor_sessions s
                           where s.id = p_new.session_id and s.surveyor_id = p_new.surveyor_id)),
    ('claimToken', 'unknown_reference', p_new.token is null
                   or (app.slot_of_claim(p_new.surveyor_id, p_new.token)).id is not null),
    ('sentAt', 'out_of_range', isfinite(coalesce(p_sent_at, now()))),
    ('startedAt', 'out_of_range', isfinite(p_new.started_at)),
    ('endedAt', 'out_of_range', isfinite(p_new.ended_at)
                and p_new.ended_at between p_new.started_at and p_new.started_at + interval '14 hours'),
    ('taps', 'invalid_value', app.are_taps(p_new)),
    ('pauses', 'invalid_value', app.are_pauses(p_new)),
    ('note', 'invalid_value', p_new.note is null or char_length(p_new.note) between 1 and 2000)
  ]::app.field_check[]);
end
$$;

-- Up to 3,000 taps, each of a known route or of none, within the time of the count.
create function app.are_taps(p_count app.stage_counts)
returns boolean language plpgsql stable set search_path = '' as $$
declare
  v_most float8 := extract(epoch from p_count.ended_at - p_count.started_at);
begin
  if jsonb_typeof(p_count.taps) is distinct from 'array' or jsonb_array_length(p_count.taps) > 3000 then
    return false;
  end if;
  return not exists (
    select from jsonb_array_elements(p_count.taps) t
     where (case when jsonb_typeof(t) = 'object' and jsonb_typeof(t -> 'atS') = 'number'
                 then t - 'routeId' - 'atS' = '{}' and (t ->> 'atS')::numeric between 0 and v_most + 1 end)
           is distinct from true)
     and not exists (
    select from (select distinct t ->> 'routeId' as id from jsonb_array_elements(p_count.taps) t) told
     where told.id is not null and not exists (select from app.routes r where r.id::text = lower(told.id)));
end
$$;

-- Up to 100 pauses in order, without overlap, within the time of the count.
create function app.are_pauses(p_count app.stage_counts)
returns boolean language plpgsql stable set search_path = '' as $$
declare
  v_pause jsonb;
  v_from  numeric := 0;
begin
  if jsonb_typeof(p_count.pauses) is distinct from 'array' or jsonb_array_length(p_count.pauses) > 100 then
    return false;
  end if;
  for v_pause in select p from jsonb_array_elements(p_count.pauses) p loop
    if (jsonb_typeof(v_pause -> 'fromS') = 'number' and jsonb_typeof(v_pause -> 'toS') = 'number') is distinct from true then
      return false;
    elsif (v_pause ->> 'fromS')::numeric < v_from or (v_pause ->> 'toS')::numeric < (v_pause ->> 'fromS')::numeric then
      return false;
    end if;
    v_from := (v_pause ->> 'toS')::numeric;
  end loop;
  return v_from <= extract(epoch from p_count.ended_at - p_count.started_at) + 1;
end
$$;

-- The seconds of a count without its pauses.
create function app.counted_seconds(p_count app.stage_counts)
returns int language plpgsql immutable set search_path = '' as $$
begin
  return greatest(0, extract(epoch from p_count.ended_at - p_count.started_at) - coalesce((
    select sum((p ->> 'toS')::numeric - (p ->> 'fromS')::numeric) from jsonb_array_elements(p_count.pauses) p), 0))::int;
end
$$;
