set check_function_bodies = off;

create or replace function app.receive_collection_entry (
  p_new app.collection_entries
)
  returns void
  language plpgsql
  set search_path to ''
  AS $function$
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
  v_new.captured_at := least(coalesce(v_new.captured_at, v_now), v_now);
  v_new.received_at := v_now;
  v_new.note_flags := app.screen_note(coalesce(v_new.note, ''));
  v_new.reason_facts := '{}';
  v_new.seen_before := app.is_plate_recorded(v_new);
  v_new.late := coalesce(v_over <= v_now, false);
  v_new.contested := false;
  v_new.state := 'submitted';
  v_new.version := 1;
  v_new.quality_flags := app.quality_flags(v_new);
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
$function$;
