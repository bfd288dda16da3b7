-- The reviewer view of a collection entry: all of its content, the known facts of that plate, the sticker's vehicle,
-- other records, and the surveyor's earlier record as counts. Never who the surveyor is.
create function app.review_view_collection_entry(p_entry app.review_entries)
returns jsonb language plpgsql stable set search_path = '' as $$
declare
  v_entry app.collection_entries;
  v_known app.vehicles;
begin
  select * into v_entry from app.collection_entries e where e.id = p_entry.subject_id;
  select * into v_known from app.vehicles v where v.id = app.vehicle_of_plate(v_entry.plate_key);
  return app.entry_view(v_entry) || jsonb_build_object(
    'kind', 'collection_entry',
    'noteFlags', v_entry.note_flags,
    'plateUnusual', not app.is_usual_plate(v_entry.plate_key),
    'pictures', app.photos_of_entry(v_entry.id),
    'known', case when v_known.id is not null then app.vehicle_view(v_known) end,
    'stickerOf', (select app.vehicle_view(v) from app.vehicles v
                   where v.id = (app.find_vehicle(app.public_code(v_entry.facts -> 'sticker' ->> 'code'))).id),
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
    'trace', app.trace_of_entry(v_entry),
    'author', app.surveyor_record(v_entry));
end
$$;

-- Where the surveyor was during the shift of an undecided entry: the points of the shift's vehicles in order of time, of
-- its own slot and of others that are undecided too. Empty once it is decided; a stage instead of a point is none.
create function app.trace_of_entry(p_entry app.collection_entries)
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

-- The surveyor's other entries, as counts.
create function app.surveyor_record(p_entry app.collection_entries)
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
