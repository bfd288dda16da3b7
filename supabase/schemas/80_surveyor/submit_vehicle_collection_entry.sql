-- Submit a surveyor's record of one vehicle, for review. See app.receive_collection_entry.
--
-- Returns only that it was received. Whether the plate was recorded that day by others, or the slot claimed since, is
-- read in a separate request (api.get_collection_entry): if it were returned here, a rolled-back entry (see
-- app.receive_report) could probe for it without a trace.
--
-- Definer: nobody may touch app.collection_entries directly.
-- Fails with: unauthenticated, role_required, invalid_request, unknown_stop, id_reused, invalid_transition, rate_limited
create function api.submit_vehicle_collection_entry(
  p_id uuid, p_session_id uuid, p_vehicle jsonb, p_captured_at timestamptz default null,
  p_claim_token bigint default null, p_revises uuid default null,
  p_lat float8 default null, p_lng float8 default null, p_accuracy_m float8 default null, p_stop_id uuid default null,
  p_note text default null, p_sent_at timestamptz default null)
returns jsonb language plpgsql security definer set search_path = ''
set timezone = 'UTC' -- the hash of the content holds a time as text
as $$
declare
  v_new  app.collection_entries;
  v_old  app.collection_entries;
  v_time app.reckoned_time;
begin
  v_new.surveyor_id := app.require_role('surveyor');
  v_new.id := p_id;
  v_new.session_id := p_session_id;
  v_new.token := p_claim_token;
  v_new.revises := p_revises;
  v_new.facts := jsonb_strip_nulls(p_vehicle);
  v_new.note := p_note;
  v_new.captured_at := p_captured_at;
  v_new.content_hash := app.request_hash(jsonb_build_array(
    p_session_id, p_vehicle, p_captured_at, p_claim_token, p_revises, p_lat, p_lng, p_accuracy_m, p_stop_id, p_note));
  perform app.lock_surveyor(v_new.surveyor_id);
  select * into v_old from app.collection_entries e where e.id = p_id;
  if v_old.id is not null then
    if v_old.surveyor_id is distinct from v_new.surveyor_id or v_old.content_hash <> v_new.content_hash then
      perform app.fail('id_reused');
    end if;
    return jsonb_build_object('id', p_id, 'repeated', true);
  end if;
  perform app.check_field_limit(v_new.surveyor_id, 'entries');
  perform app.check_collection_entry(v_new, p_sent_at);
  v_new.place := app.field_place_of(p_lat, p_lng, p_accuracy_m, p_stop_id);
  v_time := app.field_time(p_session_id, p_captured_at, p_sent_at);
  v_new.captured_at := v_time.at;
  v_new.quality_flags := case when v_time.uncertain then array['time_uncertain'] else '{}' end;
  perform app.receive_collection_entry(v_new);
  return jsonb_build_object('id', p_id, 'repeated', false);
end
$$;
grant execute on function api.submit_vehicle_collection_entry to authenticated;

-- Validate an entry against the contract, for callers that bypass the API; and that session and claim are the
-- surveyor's own.
-- Fails with: invalid_request
create function app.check_collection_entry(p_new app.collection_entries, p_sent_at timestamptz)
returns void language plpgsql stable set search_path = '' as $$
begin
  perform app.check_fields(array[
    ('id', 'required', p_new.id is not null),
    ('sessionId', 'unknown_reference', exists (select from app.surveyor_sessions s
                           where s.id = p_new.session_id and s.surveyor_id = p_new.surveyor_id)),
    ('claimToken', 'unknown_reference', p_new.token is null or (app.slot_of_claim(p_new.surveyor_id, p_new.token)).id is not null),
    ('revises', 'unknown_reference', p_new.revises is null
                or exists (select from app.collection_entries e
                            where e.id = p_new.revises and e.surveyor_id = p_new.surveyor_id)),
    ('capturedAt', 'out_of_range', isfinite(coalesce(p_new.captured_at, now()))),
    ('sentAt', 'out_of_range', isfinite(coalesce(p_sent_at, now()))),
    ('note', 'invalid_value', p_new.note is null or char_length(p_new.note) between 1 and 2000)
  ]::app.field_check[]
  || array(select ('vehicle.' || fact, 'invalid_value', false)::app.field_check
             from unnest(app.fact_problems(p_new.facts)) fact));
end
$$;

-- Store an entry, count it for its slot, open its review. Never dropped, however late it is and whoever holds the slot
-- now. Up to seven days after the end of the session it is marked late; after that an admin decides whether it counts.
-- A time that only a wrong clock can show is flagged, and counts within the session (app.field_time).
-- Fails with: id_reused, invalid_transition
create function app.receive_collection_entry(p_new app.collection_entries)
returns void language plpgsql set search_path = '' as $$
declare
  v_now   timestamptz := app.now();
  v_new   app.collection_entries := p_new;
  v_over  timestamptz;
  v_slot  app.assignment_slots;
  -- Whether it puts a returned entry right, which hands the returned slot in again.
  v_is_fix boolean := exists (select from app.collection_entries e
                               where e.id = p_new.revises and e.state = 'changes_requested');
begin
  if v_new.revises is not null then
    v_new.token := app.replace_entry(v_new);
  end if;
  v_slot := app.slot_of_claim(v_new.surveyor_id, v_new.token);
  select app.session_over_at(s) into v_over from app.surveyor_sessions s where s.id = v_new.session_id;
  v_new.slot_id := v_slot.id;
  v_new.plate_key := app.plate_key(v_new.facts ->> 'plate');
  v_new.received_at := v_now;
  v_new.note_flags := app.screen_note(coalesce(v_new.note, ''));
  v_new.reason_facts := '{}';
  v_new.seen_before := app.is_plate_recorded(v_new);
  v_new.late := coalesce(v_over <= v_now, false);
  v_new.contested := false;
  v_new.state := 'submitted';
  v_new.version := 1;
  v_new.quality_flags := p_new.quality_flags || app.quality_flags(v_new);
  if v_slot.id is not null then
    v_new.contested := app.is_overtaken(v_new);
    v_new.late := not app.count_to_slot(v_slot.id, v_new.token, v_new.surveyor_id, v_is_fix)
                  or v_new.late;
  end if;
  insert into app.collection_entries select v_new.* on conflict (id) do nothing;
  if not found then
    perform app.fail('id_reused');
  end if;
  if v_over + interval '7 days' < v_now then
    perform app.move_entry(v_new.id, 'held', 'seven_days');
  else
    perform app.move_entry(v_new.id, 'in_review');
  end if;
  perform app.open_review('collection_entry', v_new.id, v_new.surveyor_id,
                          case when v_over + interval '7 days' < v_now then 'held' when v_new.contested then 'contested'
                               when v_new.revises is not null then 'revised' else 'field_work' end, '24 hours');
  -- A correction may count for another claim: nothing else would settle the slot that it left.
  perform app.resettle_slot(e.slot_id, e.token) from app.collection_entries e
   where e.id = v_new.revises and e.token is distinct from v_new.token;
end
$$;

-- Replace an entry by a newer one, as long as it is not decided, or was returned. Returns the claim that the newer one
-- is under: its own, else the old one's. A reviewer who has the old one open cannot decide on it any more.
-- Fails with: invalid_transition
create function app.replace_entry(p_new app.collection_entries)
returns bigint language plpgsql set search_path = '' as $$
declare
  v_old app.collection_entries;
begin
  select * into v_old from app.collection_entries e where e.id = p_new.revises for update;
  if v_old.state not in ('in_review', 'held', 'changes_requested') then
    perform app.refuse_move(v_old.state, '{}');
  end if;
  perform app.withdraw_review('collection_entry', p_new.revises);
  perform app.move_entry(p_new.revises, 'replaced', null, p_new.surveyor_id);
  return coalesce(p_new.token, v_old.token);
end
$$;

-- Whether the plate was recorded on the same day in the city; the entry that this one corrects does not count.
create function app.is_plate_recorded(p_new app.collection_entries)
returns boolean language plpgsql stable set search_path = '' as $$
begin
  return exists (
    select from app.collection_entries e
     where e.plate_key = p_new.plate_key and e.state not in ('replaced', 'withdrawn')
       and e.id is distinct from p_new.revises
       and app.city_day(e.captured_at) = app.city_day(p_new.captured_at));
end
$$;

-- Whether somebody else has claimed the slot since.
create function app.is_overtaken(p_new app.collection_entries)
returns boolean language plpgsql stable set search_path = '' as $$
begin
  return exists (
    select from app.slot_events e
     where e.slot_id = p_new.slot_id and e.to_state = 'claimed' and e.token > p_new.token
       and e.actor is distinct from p_new.surveyor_id);
end
$$;

-- Count an entry or a stage count for the slot of its claim, which its surveyor holds until they hand it in. A
-- correction hands in the returned slot again, and so does work that arrives after the lease has expired, as long as
-- nobody has claimed the slot since, so it is not lost. Further work under the same claim belongs to the same slot.
-- Returns whether it was in time.
create function app.count_to_slot(p_slot uuid, p_token bigint, p_surveyor uuid, p_is_correction boolean)
returns boolean language plpgsql set search_path = '' as $$
declare
  v_slot app.assignment_slots;
begin
  select * into v_slot from app.assignment_slots s where s.id = p_slot for update;
  if v_slot.token <> p_token or v_slot.state = 'open' then
    return false;
  end if;
  update app.assignment_slots s set has_entries = true where s.id = v_slot.id and not s.has_entries;
  if (v_slot.state = 'claimed' and v_slot.held_until <= app.now())
     or (v_slot.state = 'changes_requested' and p_is_correction) then
    perform app.move_slot(v_slot.id, 'submitted', null, p_surveyor);
  end if;
  return v_slot.held_until > app.now();
end
$$;
