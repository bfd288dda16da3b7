-- What a typed text may mean, resolved once per request.
create type app.incident_subject as (
  id         uuid,
  plate      text,
  pattern    text,
  categories text[],
  vehicles   uuid[],
  corridors  uuid[],
  places     box[]
);

-- Incidents in every state, as reviewers see them: newest first, by the first report. Of a coarse one that is the full
-- hour, so that the order tells no more than the times do.
--
-- `p_q` is an id, the beginning of a plate, a category, a word from a reporter's note, or the name of a stage, a main
-- road, a vehicle or an operator. `p_state`: `live`, `over`, `gone` (merged or retracted), or `standing`, all but those.
-- `p_from` and `p_to` are local days on which they became public, both included.
-- That they were listed, with their exact places, is noted.
-- Definer: no role may read incidents.
-- Fails with: unauthenticated, role_required, invalid_request
create function api.list_incident_records(
  p_q text default null, p_category text default null, p_state text default null, p_corroboration text default null,
  p_from date default null, p_to date default null, p_corridor_id uuid default null, p_least int default null,
  p_most int default null, p_min_lat float8 default null, p_min_lng float8 default null, p_max_lat float8 default null,
  p_max_lng float8 default null, p_least_severity int default null, p_limit int default 20, p_after jsonb default null)
returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  v_limit   int := app.page_size(p_limit);
  v_subject app.incident_subject := app.incident_subject_of(p_q);
  v_box     box;
begin
  perform app.note_read(app.require_role('admin'), 'incident.listed', 'incident', 'list');
  if p_from > p_to then
    perform app.fail('invalid_request', '{"path": "from", "code": "out_of_range"}');
  end if;
  -- An empty list would say that there is nothing.
  perform app.check_fields(array[
    ('least', 'out_of_range', p_least is null or p_most is null or p_least <= p_most)
  ]::app.field_check[]);
  if p_min_lat is not null then
    v_box := app.checked_box(p_min_lat, p_min_lng, p_max_lat, p_max_lng);
  end if;
  perform app.check_corridor(p_corridor_id::text);
  return app.page(array(
    select jsonb_build_object(
             'row', app.incident_row(i),
             'key', jsonb_build_object('at', app.listed_at(i.visibility, i.opened_seen_at), 'id', i.id))
      from app.incidents i
     where (p_q is null or app.is_about(i, v_subject))
       and (p_category is null or i.category = p_category)
       and (p_state is null or app.is_in_state(i.lifecycle, p_state))
       and (p_corroboration is null or i.corroboration = p_corroboration)
       and (p_from is null or i.published_at >= app.city_midnight(p_from))
       and (p_to is null or i.published_at < app.city_midnight(p_to + 1))
       and (p_corridor_id is null or i.corridor_id = p_corridor_id)
       and (v_box is null or i.pt <@ v_box)
       and (p_least_severity is null or exists (
         select from app.incident_categories c where c.code = i.category and c.severity >= p_least_severity))
       and ((p_least is null and p_most is null)
            or app.reports_in(i.id) between coalesce(p_least, 0) and coalesce(p_most, 1000000))
       and (p_after is null
            or (app.listed_at(i.visibility, i.opened_seen_at), i.id)
               < ((p_after ->> 'at')::timestamptz, (p_after ->> 'id')::uuid))
     order by app.listed_at(i.visibility, i.opened_seen_at) desc, i.id desc
     limit v_limit + 1), v_limit);
end
$$;
grant execute on function api.list_incident_records to authenticated;

-- When an incident was first reported, as precisely as its position in a list may reveal.
create function app.listed_at(p_visibility text, p_at timestamptz)
returns timestamptz immutable
return case when p_visibility = 'public' then p_at else app.full_hour(p_at) end;
-- The time of the first report never changes, so only new incidents write to this.
create index incidents_listed on app.incidents (app.listed_at(visibility, opened_seen_at) desc, id desc);

create function app.is_in_state(p_lifecycle text, p_state text)
returns boolean immutable
return case p_state
  when 'live' then p_lifecycle = 'active'
  when 'over' then p_lifecycle in ('resolved', 'expired', 'archived')
  when 'gone' then p_lifecycle in ('merged', 'retracted')
  else p_lifecycle not in ('merged', 'retracted') end;

-- The reports of an incident that were not withdrawn or rejected; one at least, also where its only one still waits.
create function app.reports_in(p_incident uuid)
returns int language plpgsql stable set search_path = '' as $$
begin
  return greatest(1, (
    select count(*) from app.reports r
     where r.incident_id = p_incident and r.state not in ('withdrawn', 'rejected', 'duplicate')));
end
$$;

-- An incident in a list: with its main road, the first note that came with it, and how many photos.
create function app.incident_row(p_incident app.incidents)
returns jsonb language plpgsql stable set search_path = '' as $$
begin
  return app.sibling_incident(p_incident, null, null) - 'distanceM' || jsonb_build_object(
    'reports', app.reports_in(p_incident.id),
    'corridor', app.corridor_ref(p_incident.corridor_id),
    'note', (select left(r.note, 200) from app.reports r
              where r.incident_id = p_incident.id and r.note is not null and r.state not in ('withdrawn', 'rejected')
              order by app.report_order(r), r.id limit 1),
    'photos', (select count(*) from app.report_photos p join app.reports r on r.id = p.report_id
                where r.incident_id = p_incident.id));
end
$$;

-- What a typed text may mean, by the rules of search. Fails with: invalid_request
create function app.incident_subject_of(p_q text)
returns app.incident_subject language plpgsql stable set search_path = '' as $$
declare
  v_like text := app.like_pattern(p_q);
  v_hits app.search_hit[];
  v_this app.incident_subject;
begin
  if p_q is null then
    return null;
  end if;
  v_hits := array(select h::app.search_hit from app.search_hits(p_q, '{vehicle,sacco,corridor,stop}', null, null, 40) h);
  v_this.id := app.uuid_or_null(p_q);
  v_this.plate := case when p_q ~ '[0-9]' and char_length(app.plate_key(p_q)) >= 3 then app.plate_key(p_q) || '%' end;
  v_this.pattern := v_like;
  v_this.categories := array(select c.code from app.incident_categories c
                              where exists (select from jsonb_each_text(c.label) l where l.value ilike v_like));
  v_this.vehicles := array(
    select v.id from app.vehicles v, unnest(v_hits) h
     where (h.kind = 'vehicle' and v.id = h.subject_id) or (h.kind = 'sacco' and v.sacco_id = h.subject_id));
  v_this.corridors := array(select h.subject_id from unnest(v_hits) h where h.kind = 'corridor');
  v_this.places := array(
    select app.box_around(s.lat, s.lng, 400) from unnest(v_hits) h join app.stops s on s.id = h.subject_id
     where h.kind = 'stop');
  return v_this;
end
$$;

create function app.is_about(p_incident app.incidents, p_subject app.incident_subject)
returns boolean language plpgsql stable set search_path = '' as $$
begin
  return p_incident.id = p_subject.id
    or p_incident.category = any (p_subject.categories)
    or p_incident.corridor_id = any (p_subject.corridors)
    or p_incident.vehicle_id = any (p_subject.vehicles)
    or exists (select from unnest(p_subject.places) b (place) where p_incident.pt <@ b.place)
    or exists (select from app.reports r
                where r.incident_id = p_incident.id
                  and (r.note ilike p_subject.pattern or r.vehicle_plate like p_subject.plate
                       or r.vehicle_id = any (p_subject.vehicles)));
end
$$;
