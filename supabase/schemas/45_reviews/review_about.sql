-- A summary of an entry's subject for a list: the beginning of its text, its photos, what is odd about it, and how far it
-- is from the nearest incident of its kind, and its author's record. `known`: what the register says of a field entry's
-- plate; null for a new vehicle. No exact place.
create function app.review_about(p_entry app.review_entries)
returns jsonb language plpgsql stable set search_path = '' as $$
declare
  v_about jsonb := jsonb_build_object(
    'category', null, 'placeName', null, 'corridor', null, 'plate', null, 'sacco', null, 'stars', null, 'photoIds', '[]'::jsonb,
    'excerpt', null, 'distanceM', null, 'oddities', to_jsonb(app.review_oddities(p_entry)), 'capacity', null, 'known', null,
    'record', app.author_record(p_entry.author_id));
begin
  case p_entry.kind
    when 'report' then
      return v_about || (
        select jsonb_build_object(
                 'category', r.category,
                 'happenedAt', app.admin_instant(r.occurred_at, app.is_sensitive(r.visibility, r.category)),
                 'placeName', app.place_name(r.lat, r.lng), 'corridor', c.name, 'plate', app.plate_text(r.vehicle_plate),
                 'excerpt', app.excerpt(coalesce(r.note, r.answer)), 'distanceM', app.nearest_incident_m(r),
                 'photoIds', (select coalesce(jsonb_agg(p.id order by p.added_at, p.id), '[]')
                                from app.report_photos p where p.report_id = r.id and p.state <> 'refused'))
          from app.reports r left join app.corridors c on c.id = r.corridor_id where r.id = p_entry.subject_id);
    when 'feedback' then
      return v_about || (
        select jsonb_build_object('happenedAt', app.instant(f.rode_at), 'plate', v.plate, 'stars', f.stars, 'sacco', s.name,
                                  'excerpt', app.excerpt(f.comment))
          from app.feedback f join app.vehicles v on v.id = f.vehicle_id left join app.saccos s on s.id = v.sacco_id
         where f.id = p_entry.subject_id);
    when 'collection_entry' then
      return v_about || (
        select jsonb_build_object(
                 'happenedAt', app.instant(e.captured_at), 'plate', e.facts ->> 'plate',
                 'sacco', coalesce(e.facts -> 'sacco' ->> 'name', (app.sacco_at(e.facts -> 'sacco' ->> 'id')).name),
                 'placeName', app.place_name((e.place).lat, (e.place).lng), 'excerpt', app.excerpt(e.note),
                 'capacity', e.facts -> 'capacity',
                 'known', (select jsonb_build_object('capacity', v.capacity, 'sacco', s.name)
                             from app.vehicles v left join app.saccos s on s.id = v.sacco_id
                            where v.id = app.vehicle_of_plate(e.plate_key)),
                 'photoIds', (select coalesce(jsonb_agg(p.id order by p.added_at, p.id), '[]')
                                from app.entry_photos p where p.entry_id = e.id))
          from app.collection_entries e where e.id = p_entry.subject_id);
    when 'dispute' then
      return v_about || (
        select jsonb_build_object(
                 'category', i.category,
                 'happenedAt', app.admin_instant(i.last_seen_at, app.is_sensitive(i.visibility, i.category)),
                 'placeName', app.place_name(i.lat, i.lng), 'corridor', c.name, 'plate', app.plate_text(i.vehicle_plate))
          from app.incidents i left join app.corridors c on c.id = i.corridor_id where i.id = p_entry.subject_id);
  end case;
end
$$;

-- The beginning of a text, on one line.
create function app.excerpt(p_text text)
returns text immutable
return left(btrim(regexp_replace(p_text, '\s+', ' ', 'g')), 160);

-- The metres from a report to the nearest incident that it may repeat: of its kind, within a day and three kilometres.
-- Null if there is none.
create function app.nearest_incident_m(p_report app.reports)
returns int language plpgsql stable set search_path = '' as $$
begin
  return (
    select round(min(app.distance_m(i.lat, i.lng, p_report.lat, p_report.lng)))
      from app.incidents i
     where i.category = p_report.category and i.lifecycle in ('active', 'expired')
       and i.pt <@ app.box_around(p_report.lat, p_report.lng, 3000)
       and i.last_seen_at >= p_report.occurred_at - interval '1 day'
       and i.first_seen_at <= p_report.occurred_at + interval '1 day');
end
$$;

-- What makes an entry odd, as codes. Somebody has to open such an entry: it is never part of a bulk decision.
-- `unusual_plate`: no pattern of plates fits; `other_sacco`, `other_sticker`, `seats_differ`: the register says something
-- else; `repeated_plate`: another undecided entry has the same plate; `contested`: another surveyor claimed the slot
-- since; `incomplete`: something that its assignment asks for has no answer; `personal_data`: screening found some;
-- `escalated`: a colleague wanted another admin to look; `author_held`: an admin holds what its author sends. A field
-- entry has its quality flags too (app.quality_flags), compared with the register as it is now.
create function app.review_oddities(p_entry app.review_entries)
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
