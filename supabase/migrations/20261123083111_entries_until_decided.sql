set check_function_bodies = off;

drop function "app"."was_returned"(uuid);

alter table "app"."collection_entries"
  add column "quality_flags" text[] not null default '{}'::text[];

create or replace function api.add_collection_entry_photo (
  p_entry       uuid,
  p_id          uuid,
  p_sent_sha256 text,
  p_sha256      text,
  p_bytes       integer,
  p_width       integer,
  p_height      integer
)
  returns jsonb
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
declare
  v_surveyor uuid := app.require_role('surveyor');
  v_entry    app.collection_entries;
  v_photo    app.entry_photos;
begin
  select * into v_entry from app.collection_entries e
   where e.id = p_entry and e.surveyor_id = v_surveyor for update;
  perform app.require_found(v_entry.id is not null);
  perform app.check_photo_shape(p_id, p_sent_sha256, p_sha256, p_bytes, p_width, p_height);
  select * into v_photo from app.entry_photos p where p.id = p_id;
  if v_photo.id is not null then
    if v_photo.entry_id <> p_entry or v_photo.sent_sha256 <> decode(p_sent_sha256, 'hex') then
      perform app.fail('id_reused');
    end if;
    return app.entry_photo_response(v_photo, true);
  end if;
  if v_entry.state in ('approved', 'rejected', 'replaced', 'withdrawn') then
    perform app.refuse_move(v_entry.state, '{}');
  end if;
  if (select count(*) from app.entry_photos p where p.entry_id = p_entry) >= 3 then
    perform app.fail('report_full');
  end if;
  insert into app.entry_photos (id, entry_id, sent_sha256, sha256, bytes, width, height, added_at)
  values (p_id, p_entry, decode(p_sent_sha256, 'hex'), decode(p_sha256, 'hex'), p_bytes, p_width, p_height, app.now())
  on conflict do nothing
  returning * into v_photo;
  if v_photo.id is null then
    perform app.fail('id_reused');
  end if;
  perform app.renew_review('collection_entry', p_entry);
  return app.entry_photo_response(v_photo, false);
end
$function$;

create or replace function api.withdraw_collection_entry (
  p_id uuid
)
  returns jsonb
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
declare
  v_surveyor uuid := app.require_role('surveyor');
  v_entry    app.collection_entries;
begin
  perform app.lock_surveyor(v_surveyor);
  select * into v_entry from app.collection_entries e where e.id = p_id and e.surveyor_id = v_surveyor for update;
  perform app.require_found(v_entry.id is not null);
  if v_entry.state = 'withdrawn' then
    return jsonb_build_object('id', p_id, 'state', 'withdrawn', 'repeated', true);
  elsif v_entry.state not in ('in_review', 'held', 'changes_requested') then
    perform app.refuse_move(v_entry.state, '{}');
  end if;
  perform app.withdraw_review('collection_entry', p_id);
  perform app.move_entry(p_id, 'withdrawn', null, v_surveyor);
  perform app.resettle_slot(v_entry.slot_id, v_entry.token);
  return jsonb_build_object('id', p_id, 'state', 'withdrawn', 'repeated', false);
end
$function$;

create or replace function app.count_under_claim (
  p_token bigint
)
  returns bigint
  language plpgsql
  stable
  set search_path to ''
  AS $function$
begin
  return (select count(*) from app.collection_entries e where e.token = p_token and e.state not in ('replaced', 'withdrawn'));
end
$function$;

create or replace function app.entry_view (
  p_entry app.collection_entries
)
  returns jsonb
  language plpgsql
  stable
  set search_path to ''
  AS $function$
declare
  v_slot app.assignment_slots;
begin
  select * into v_slot from app.assignment_slots s where s.id = p_entry.slot_id;
  return jsonb_build_object(
    'id', p_entry.id,
    'state', p_entry.state,
    'sessionId', p_entry.session_id,
    'assignmentId', v_slot.assignment_id,
    'claimToken', p_entry.token,
    'revises', p_entry.revises,
    'revisedBy', (select r.id from app.collection_entries r where r.revises = p_entry.id),
    'vehicle', p_entry.facts,
    'vehicleId', p_entry.vehicle_id,
    'capturedAt', app.instant(p_entry.captured_at),
    'receivedAt', app.instant(p_entry.received_at),
    'place', app.field_place_view(p_entry.place),
    'location', app.locate_field_place(p_entry.place),
    'note', p_entry.note,
    'photos', (select count(*) from app.entry_photos p where p.entry_id = p_entry.id),
    'seenBefore', p_entry.seen_before,
    'qualityFlags', p_entry.quality_flags,
    'late', p_entry.late,
    'contested', p_entry.contested,
    'decision', case when p_entry.decided_at is not null then jsonb_build_object(
      'decidedAt', app.instant(p_entry.decided_at),
      'reason', p_entry.reason,
      'note', p_entry.reason_note,
      'facts', p_entry.reason_facts,
      'reservedUntil', case when p_entry.state = 'changes_requested' and v_slot.state = 'changes_requested'
                             and v_slot.token = p_entry.token then app.instant(v_slot.held_until) end) end);
end
$function$;

create or replace function app.is_far_from_assignment (
  p_new app.collection_entries
)
  returns boolean
  language plpgsql
  stable
  set search_path to ''
  AS $function$
begin
  return (p_new.place).stop_id is null and coalesce((
    select app.assignment_distance_m(a, (p_new.place).lat, (p_new.place).lng) - (p_new.place).accuracy_m > 500
      from app.assignment_slots s join app.assignments a on a.id = s.assignment_id
     where s.id = p_new.slot_id), false);
end
$function$;

create or replace function app.is_plate_recent (
  p_new app.collection_entries
)
  returns boolean
  language plpgsql
  stable
  set search_path to ''
  AS $function$
begin
  return exists (
    select from app.collection_entries e
     where e.plate_key = p_new.plate_key and e.state not in ('replaced', 'withdrawn')
       and e.id is distinct from p_new.revises
       and e.captured_at between p_new.captured_at - interval '1 hour' and p_new.captured_at + interval '1 hour');
end
$function$;

create or replace function app.is_plate_recorded (
  p_new app.collection_entries
)
  returns boolean
  language plpgsql
  stable
  set search_path to ''
  AS $function$
begin
  return exists (
    select from app.collection_entries e
     where e.plate_key = p_new.plate_key and e.state not in ('replaced', 'withdrawn')
       and e.id is distinct from p_new.revises
       and app.city_day(e.captured_at) = app.city_day(p_new.captured_at));
end
$function$;

create or replace function app.purge_entry_photos()
  returns void
  language plpgsql
  set search_path to ''
  AS $function$
begin
  delete from app.entry_photos p
   using app.collection_entries e
   where e.id = p.entry_id and e.state in ('approved', 'rejected', 'replaced', 'withdrawn')
     and coalesce(e.decided_at, e.received_at) <= app.now() - interval '90 days';
end
$function$;

create or replace function app.quality_flags (
  p_new app.collection_entries
)
  returns text[]
  language plpgsql
  stable
  set search_path to ''
  AS $function$
declare
  v_seats int := (p_new.facts ->> 'capacity')::int;
  v_known int := (select v.capacity from app.vehicles v where v.plate_key = p_new.plate_key);
begin
  return array_remove(array[
    case when not app.is_usual_plate(p_new.plate_key) then 'plate_unusual' end,
    case when v_seats not between 7 and 70 then 'seats_unusual' end,
    case when v_seats <> v_known then 'seats_differ' end,
    case when app.is_plate_recent(p_new) then 'duplicate_hour' end,
    case when app.is_far_from_assignment(p_new) then 'far_from_place' end], null);
end
$function$;

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
end
$function$;

create or replace function app.replace_entry (
  p_new app.collection_entries
)
  returns bigint
  language plpgsql
  set search_path to ''
  AS $function$
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
$function$;

create or replace function app.resettle_slot (
  p_slot  uuid,
  p_token bigint
)
  returns void
  language plpgsql
  set search_path to ''
  AS $function$
declare
  v_slot app.assignment_slots;
begin
  select * into v_slot from app.assignment_slots s where s.id = p_slot for update;
  if v_slot.token = p_token and v_slot.state = 'changes_requested'
     and not exists (select from app.collection_entries e
                      where e.slot_id = p_slot and e.token = p_token and e.state = 'changes_requested') then
    perform app.move_slot(p_slot, 'submitted', null, v_slot.holder_id);
  end if;
  perform app.settle_slot(p_slot, p_token);
end
$function$;

create or replace function app.review_view_collection_entry (
  p_entry app.review_entries
)
  returns jsonb
  language plpgsql
  stable
  set search_path to ''
  AS $function$
declare
  v_entry app.collection_entries;
  v_known app.vehicles;
begin
  select * into v_entry from app.collection_entries e where e.id = p_entry.subject_id;
  select * into v_known from app.vehicles v where v.plate_key = v_entry.plate_key;
  return app.entry_view(v_entry) || jsonb_build_object(
    'kind', 'collection_entry',
    'noteFlags', v_entry.note_flags,
    'plateUnusual', not app.is_usual_plate(v_entry.plate_key),
    'pictures', app.photos_of_entry(v_entry.id),
    'known', case when v_known.id is not null then app.vehicle_view(v_known) end,
    'stickerOf', (select app.vehicle_view(v) from app.vehicles v
                   where v.public_code = app.public_code(v_entry.facts -> 'sticker' ->> 'code')),
    'saccoTold', app.sacco_ref(app.reported_sacco(v_entry.facts -> 'sacco')),
    'routesTold', (
      select coalesce(jsonb_agg(app.route_ref(r) order by r.short_name, r.slug), '[]') from app.routes r
       where lower(v_entry.facts ->> 'routeIds')::jsonb ? r.id::text),
    'assignment', (
      select jsonb_build_object('id', a.id, 'kind', a.kind, 'title', a.title)
        from app.assignment_slots s join app.assignments a on a.id = s.assignment_id where s.id = v_entry.slot_id),
    'before', (
      select jsonb_build_object('reason', b.reason, 'note', b.reason_note, 'facts', b.reason_facts, 'vehicle', b.facts,
                                'entryNote', b.note, 'pictures', app.photos_of_entry(b.id), 'id', b.id,
                                'returned', b.decided_at is not null)
        from app.collection_entries b where b.id = v_entry.revises),
    'siblings', (
      select coalesce(jsonb_agg(to_jsonb(o) order by o."capturedAt" desc), '[]') from (
        select e.id, e.state, app.instant(e.captured_at) as "capturedAt" from app.collection_entries e
         where e.plate_key = v_entry.plate_key and e.id <> v_entry.id
         order by e.captured_at desc limit 10) o),
    'author', app.surveyor_record(v_entry));
end
$function$;

create or replace function app.surveyor_record (
  p_entry app.collection_entries
)
  returns jsonb
  language plpgsql
  stable
  set search_path to ''
  AS $function$
begin
  return (
    select jsonb_build_object(
             'account', p_entry.surveyor_id is not null,
             'newAccount', app.is_new_account(p_entry.surveyor_id),
             'sent', count(*),
             'accepted', count(*) filter (where e.state = 'approved'),
             'rejected', count(*) filter (where e.state = 'rejected'),
             'returned', count(*) filter (where e.state = 'changes_requested'
                                                   or (e.state = 'replaced' and e.decided_at is not null)),
             'waiting', count(*) filter (where e.state in ('submitted', 'in_review', 'held')))
      from app.collection_entries e
     where e.surveyor_id = p_entry.surveyor_id and e.id <> p_entry.id);
end
$function$;

revoke all on function "api"."withdraw_collection_entry"(uuid) from public;

grant execute on function "api"."withdraw_collection_entry"(uuid) to "authenticated";

revoke all on function "app"."is_far_from_assignment"(app.collection_entries) from public;

revoke all on function "app"."is_plate_recent"(app.collection_entries) from public;

revoke all on function "app"."quality_flags"(app.collection_entries) from public;

revoke all on function "app"."resettle_slot"(uuid, bigint) from public;

reset check_function_bodies;

insert into app.transitions ("machine", "from_state", "to_state") overriding system value values ('collection_entry', 'changes_requested', 'withdrawn');

insert into app.transitions ("machine", "from_state", "to_state") overriding system value values ('collection_entry', 'held', 'withdrawn');

insert into app.transitions ("machine", "from_state", "to_state") overriding system value values ('collection_entry', 'in_review', 'withdrawn');
