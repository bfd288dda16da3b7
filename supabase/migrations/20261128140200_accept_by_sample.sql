-- A slot is accepted by a sample, a sticker that was made keeps its vehicle, and one function says what is undecided.
alter table app.vehicles add column sticker_made_at timestamptz;

create or replace function app.is_undecided(p_state text)
returns boolean immutable
return p_state in ('submitted', 'in_review', 'held');
revoke all on function app.is_undecided(text) from public;

create or replace function app.sampling(p_slot app.assignment_slots, p_admin uuid)
returns jsonb language plpgsql stable set search_path = '' as $$
declare
  v_decided int;
  v_good    int;
  v_bad     boolean;
begin
  select count(*), count(*) filter (where d.state = 'approved') into v_decided, v_good
    from (select e.state from app.review_entries e
           where e.author_id = p_slot.holder_id and e.kind = 'collection_entry'
             and e.decided_at is not null and e.state <> 'withdrawn'
           order by e.decided_at desc limit 100) d;
  v_bad := exists (select from app.collection_entries e join app.review_entries r on r.subject_id = e.id
                    where e.token = p_slot.token and r.state in ('approved_with_edits', 'changes_requested', 'rejected', 'duplicate'));
  return jsonb_build_object('decided', v_decided, 'good', v_good, 'failed', v_bad, 'entries', (
    select coalesce(jsonb_agg(r.id order by md5(r.id::text || p_slot.token)), '[]')
      from app.collection_entries e
      join app.review_entries r on r.kind = 'collection_entry' and r.subject_id = e.id and r.decided_at is null
     where v_decided = 100 and v_good >= 95 and not v_bad and app.slot_state(p_slot) <> 'open'
       and e.token = p_slot.token and app.is_undecided(e.state) and not app.is_own_review(r, p_admin)
       and app.review_oddities(r) = '{}' and app.not_counted(e) = '{}'));
end
$$;
revoke all on function app.sampling(app.assignment_slots,uuid) from public;

create or replace function api.accept_sampled_slot(p_id uuid, p_n int, p_looked uuid[])
returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  v_admin   uuid := app.require_role('admin');
  v_slot    app.assignment_slots;
  v_all     uuid[];
  v_size    int := cardinality(p_looked);
  v_made    jsonb;
  v_batches jsonb := '[]';
  v_refused int := 0;
begin
  select * into v_slot from app.assignment_slots s where s.assignment_id = p_id and s.n = p_n for update;
  perform app.require_found(v_slot.id is not null);
  v_all := array(select jsonb_array_elements_text(app.sampling(v_slot, v_admin) -> 'entries')::uuid);
  if (v_size >= least(5, cardinality(v_all)) and v_size > 0) is not true then
    perform app.fail('invalid_request', '{"path": "looked"}');
  elsif not (v_all[1:v_size] <@ p_looked and p_looked <@ v_all[1:v_size]) or cardinality(v_all) = 0 then
    perform app.refuse_move(app.slot_state(v_slot), '{}');
  end if;
  for v_part in 0 .. (cardinality(v_all) - 1) / 300 loop
    v_made := app.decide_in_bulk(v_admin, (
      select jsonb_agg(jsonb_build_object('entryId', e.id, 'version', e.version)
                       order by array_position(v_all, e.id))
        from app.review_entries e where e.id = any (v_all[v_part * 300 + 1 : v_part * 300 + 300])),
      'approved', null, null, false);
    v_batches := v_batches || case when v_made -> 'batch' = 'null' then '[]' else jsonb_build_array(v_made -> 'batch') end;
    v_refused := v_refused + (select count(*) from jsonb_array_elements(v_made -> 'data') d where d ->> 'problem' is not null);
  end loop;
  perform app.audit(v_admin, 'assignment.sample_accepted', 'assignment', p_id::text, null, jsonb_build_object(
    'n', p_n, 'looked', v_size, 'size', cardinality(v_all) - v_refused));
  return jsonb_build_object('id', p_id, 'batches', v_batches, 'refused', v_refused);
end
$$;
revoke all on function api.accept_sampled_slot(uuid,integer,uuid[]) from public;
grant execute on function api.accept_sampled_slot(uuid,integer,uuid[]) to authenticated;

create or replace function api.get_assignment_slot(p_id uuid, p_n int)
returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  v_admin      uuid := app.require_role('admin');
  v_assignment app.assignments;
  v_slot       app.assignment_slots;
begin
  select * into v_assignment from app.assignments a where a.id = p_id;
  select * into v_slot from app.assignment_slots s where s.assignment_id = p_id and s.n = p_n;
  perform app.require_found(v_slot.id is not null);
  perform app.note_read(v_admin, 'trace.opened', 'assignment', p_id::text, jsonb_build_object('n', p_n));
  return jsonb_build_object(
    'assignment', app.assignment_for_admin(v_assignment),
    'n', p_n,
    'record', app.author_record(v_slot.holder_id),
    'sampling', app.sampling(v_slot, v_admin),
    'reasons', app.review_reasons_of('collection_entry'),
    'entries', (
      select coalesce(jsonb_agg(jsonb_build_object(
               'id', e.id, 'capturedAt', app.instant(e.captured_at), 'plate', e.facts ->> 'plate', 'state', e.state,
               'place', case when (e.place).lat is not null and app.is_undecided(e.state) then jsonb_build_object(
                 'lat', (e.place).lat, 'lng', (e.place).lng) end,
               'distanceM', greatest(0, round(app.assignment_distance_m(v_assignment, (e.place).lat, (e.place).lng)
                                              - (e.place).accuracy_m)),
               'notCounted', to_jsonb(app.not_counted(e)), 'photos', app.count_photos(e.id),
               'review', app.review_response(r, v_admin)) order by e.captured_at, e.id), '[]')
        from app.collection_entries e
       cross join lateral (
         select * from app.review_entries o where o.kind = 'collection_entry' and o.subject_id = e.id
          order by o.created_at desc, o.id limit 1) r
       where e.token = v_slot.token and e.state not in ('replaced', 'withdrawn') and app.slot_state(v_slot) <> 'open'));
end
$$;
revoke all on function api.get_assignment_slot(uuid,integer) from public;
grant execute on function api.get_assignment_slot(uuid,integer) to authenticated;

create or replace function app.review_oddities(p_entry app.review_entries)
returns text[] language plpgsql stable set search_path = '' as $$
declare
  v_odd text[] := array_remove(array[
    case when p_entry.escalated_by is not null then 'escalated' end,
    case when p_entry.reason = 'author' or app.is_restricted(
      case when p_entry.kind = 'collection_entry' then app.surveyor_key(p_entry.author_id) else p_entry.author_id end, 'hold')
    then 'author_held' end], null);
begin
  case p_entry.kind
    when 'report' then
      return v_odd || (
        select array_remove(array[
                 case when r.vehicle_id is null and not app.is_usual_plate(r.vehicle_plate) then 'unusual_plate' end,
                 case when r.note_flags <> '{}' or exists (
                   select from app.report_additions a where a.report_id = r.id and a.flags <> '{}') then 'personal_data' end], null)
          from app.reports r where r.id = p_entry.subject_id);
    when 'feedback' then
      return v_odd || (select array_remove(array[case when f.comment_flags <> '{}' then 'personal_data' end], null)
                         from app.feedback f where f.id = p_entry.subject_id);
    when 'collection_entry' then
      return v_odd || (
        select array_remove(array_remove(array_remove(e.quality_flags, 'plate_unusual'), 'seats_differ') || array[
                 case when not app.is_usual_plate(e.plate_key) then 'unusual_plate' end,
                 case when (e.facts ->> 'capacity')::int <> v.capacity then 'seats_differ' end,
                 case when exists (
                   select from app.collection_entries o
                    where o.plate_key = e.plate_key and o.id <> e.id and app.is_undecided(o.state))
                 then 'repeated_plate' end,
                 case when v.sacco_id is not null and jsonb_typeof(e.facts -> 'sacco') = 'object'
                       and app.reported_sacco(e.facts -> 'sacco') is distinct from v.sacco_id then 'other_sacco' end,
                 case when exists (
                   select from app.vehicles o
                    where o.public_code = app.public_code(e.facts -> 'sticker' ->> 'code')
                      and coalesce(o.merged_into, o.id) is distinct from v.id)
                 then 'other_sticker' end,
                 case when e.contested then 'contested' end,
                 case when exists (
                   select from app.assignment_slots s
                     join app.assignments a on a.id = s.assignment_id, unnest(a.facts_asked) fact
                    where s.id = e.slot_id and not app.has_answer(e, fact))
                 then 'incomplete' end,
                 case when e.note_flags <> '{}' then 'personal_data' end], null)
          from app.collection_entries e left join app.vehicles v on v.id = app.vehicle_of_plate(e.plate_key) where e.id = p_entry.subject_id);
    else return v_odd;
  end case;
end
$$;
revoke all on function app.review_oddities(app.review_entries) from public;

create or replace function app.trace_of_entry(p_entry app.collection_entries)
returns jsonb language plpgsql stable set search_path = '' as $$
begin
  return (
    select coalesce(jsonb_agg(to_jsonb(t) order by t."capturedAt", t.id), '[]') from (
      select e.id, app.instant(e.captured_at) as "capturedAt", (e.place).lat, (e.place).lng
        from app.collection_entries e
       where e.session_id = p_entry.session_id and e.state not in ('replaced', 'withdrawn')
         and app.is_undecided(p_entry.state)
         and (e.slot_id = p_entry.slot_id or app.is_undecided(e.state))
         and (e.place).lat is not null and (e.place).stop_id is null
       order by e.captured_at, e.id limit 500) t);
end
$$;
revoke all on function app.trace_of_entry(app.collection_entries) from public;

create or replace function app.surveyor_record(p_entry app.collection_entries)
returns jsonb language plpgsql stable set search_path = '' as $$
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
             'waiting', count(*) filter (where app.is_undecided(e.state)))
      from app.collection_entries e
     where e.surveyor_id = p_entry.surveyor_id and e.id <> p_entry.id);
end
$$;
revoke all on function app.surveyor_record(app.collection_entries) from public;

create or replace function app.settle_slot(p_slot uuid, p_token bigint)
returns void language plpgsql set search_path = '' as $$
declare
  v_slot   app.assignment_slots;
  v_states text[];
begin
  select * into v_slot from app.assignment_slots s where s.id = p_slot for update;
  if (v_slot.token = p_token and v_slot.state in ('submitted', 'changes_requested')) is distinct from true then
    return;
  end if;
  v_states := array(select e.state from app.collection_entries e where e.slot_id = p_slot and e.token = p_token);
  if 'changes_requested' = any (v_states) then
    if v_slot.state = 'submitted' then
      perform app.move_slot(p_slot, 'changes_requested');
    end if;
    update app.assignment_slots s set held_until = app.now() + interval '24 hours' where s.id = p_slot;
  elsif exists (select from unnest(v_states) s where app.is_undecided(s)) or v_slot.state <> 'submitted' then
    return;
  else
    perform app.move_slot(p_slot, case when 'approved' = any (v_states)
                                            or exists (select from app.stage_counts c where c.token = p_token)
                                          then 'approved' else 'rejected' end);
  end if;
end
$$;
revoke all on function app.settle_slot(uuid,bigint) from public;

create or replace function app.restore_vehicle_facts(p_entry app.collection_entries, p_actor uuid, p_reason text)
returns void language plpgsql set search_path = '' as $$
declare
  v_vehicle app.vehicles;
  v_written app.vehicle_facts;
  v_facts   app.vehicle_facts;
  v_sacco   uuid;
begin
  select * into v_written from app.vehicle_facts f
   where f.entry_id = p_entry.id and f.vehicle_id = p_entry.vehicle_id order by f.version desc limit 1;
  select * into v_facts from app.vehicle_facts f
   where f.vehicle_id = v_written.vehicle_id and f.version = v_written.replaces;
  v_sacco := app.held_sacco(v_facts.sacco_id);
  select * into v_vehicle from app.vehicles v where v.id = v_written.vehicle_id for update;
  if v_written.version is distinct from (app.present_facts(v_vehicle)).version then
    perform app.refuse_undo(p_entry.state, 'vehicle_changed');
  end if;
  v_facts.vehicle_id := v_vehicle.id;
  v_facts.version := v_written.version + 1;
  v_facts.plate := coalesce(v_facts.plate, v_vehicle.plate);
  v_facts.sacco_id := v_sacco;
  v_facts.route_ids := coalesce(v_facts.route_ids, '{}');
  v_facts.checks := coalesce(v_facts.checks, '{}');
  v_facts.approved_at := app.now();
  v_facts.approved_by := p_actor;
  v_facts.reason := p_reason;
  insert into app.vehicle_facts select v_facts.*;
  perform app.activate_facts(v_facts);
  if (v_facts.observed_at, v_facts.fleet_name, v_facts.sacco_id, v_facts.capacity) is null
     and exists (select from app.vehicle_facts f where f.vehicle_id = v_vehicle.id and f.version = 1 and f.entry_id is not null)
     and v_vehicle.sticker_made_at is null
     and not exists (select from app.incidents i
                      where i.vehicle_id = v_vehicle.id and i.lifecycle not in ('merged', 'retracted')
                        and (app.public_vehicle(i)).plate is not null) then
    update app.vehicles v set state = 'mentioned', weighed_on = app.city_day(app.now()) where v.id = v_vehicle.id;
  end if;
end
$$;
revoke all on function app.restore_vehicle_facts(app.collection_entries,uuid,text) from public;

create or replace function api.make_vehicle_sticker(p_id uuid, p_rotate boolean default false, p_reason text default null)
returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  v_admin   uuid := app.require_role('admin');
  v_vehicle app.vehicles;
begin
  if p_rotate then
    perform app.check_reason(p_reason);
  end if;
  select * into v_vehicle from app.vehicles v where v.id = p_id and v.merged_into is null for update;
  perform app.require_found(found);
  v_vehicle := app.registered_vehicle(v_vehicle, v_admin);
  update app.vehicles v set sticker_made_at = app.now() where v.id = p_id and v.sticker_made_at is null;
  if p_rotate then
    v_vehicle := app.rotate_public_code(v_vehicle);
    perform app.audit(v_admin, 'vehicle.code_rotated', 'vehicle', p_id::text, btrim(p_reason),
                      jsonb_build_object('publicCode', v_vehicle.public_code));
  end if;
  return jsonb_build_object('vehicle', app.vehicle_view(v_vehicle), 'publicCode', v_vehicle.public_code);
end
$$;
revoke all on function api.make_vehicle_sticker(uuid,boolean,text) from public;
grant execute on function api.make_vehicle_sticker(uuid,boolean,text) to authenticated;

create or replace function app.surveyor_output(p_from date, p_to date)
returns jsonb language plpgsql stable set search_path = '' as $$
begin
  return (
    select coalesce(jsonb_agg(jsonb_build_object(
             'surveyor', app.person_ref(w.surveyor_id), 'hours', app.hours_worked(w.surveyor_id, p_from, p_to),
             'entries', app.count_entries(w.surveyor_id, p_from, p_to),
             'decided', coalesce(k.decided, 0)) order by w.entries desc, w.surveyor_id), '[]')
      from (
        select a.surveyor_id, count(*) filter (where a.is_entry) as entries
          from (
            select e.surveyor_id, true as is_entry from app.collection_entries e
             where e.captured_at >= app.city_midnight(p_from) and e.captured_at < app.city_midnight(p_to + 1)
            union all
            select s.surveyor_id, false from app.surveyor_sessions s
             where s.started_at >= app.city_midnight(p_from) and s.started_at < app.city_midnight(p_to + 1)) a
         where a.surveyor_id is not null
         group by a.surveyor_id
         order by entries desc limit 50) w
      left join (
        select d.author_id, count(*) as decided
          from app.entries_decided(app.city_midnight(p_from), app.city_midnight(p_to + 1)) d
         where d.kind = 'collection_entry' group by d.author_id) k on k.author_id = w.surveyor_id);
end
$$;
revoke all on function app.surveyor_output(date,date) from public;
