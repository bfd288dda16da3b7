-- The conditions of a list beside the kind.
create type app.review_filter as (
  viewer   uuid,
  state    text,
  category text,
  mine     boolean,
  q        text,
  photos   boolean,
  overdue  boolean,
  odd      boolean,
  unassigned boolean,
  -- Of decided ones: in which time, after its due time, with which target, and of which surveyor's field entries.
  starts     timestamptz,
  ends       timestamptz,
  late       boolean,
  target_s   int,
  surveyor   uuid
);

-- The queue over all kinds. Pending entries (`open`, or one of its states) are ordered by due date; closed ones, last
-- closed first. An entry with an expired lease counts as pending again. `p_sort`: of open ones another order, see
-- app.review_sort_key; within it by due date. `p_mine`: what the caller has claimed or is assigned to; of closed
-- ones, what they decided. `accepted`: approved, also with edits. `p_from` and `p_to` are local days of the decision, both included;
-- withdrawn ones were not decided. The other conditions: see app.fits_review_filter. `matching`: how many open entries
-- fit, or of some days how many decided ones, 501 for more than 500; else null.
--
-- Definer: the queue is not readable directly.
-- Fails with: unauthenticated, role_required
create function api.list_review_queue(
  p_kind text default null, p_state text default 'open', p_category text default null, p_mine boolean default false,
  p_q text default null, p_photos boolean default false, p_overdue boolean default false, p_odd boolean default false,
  p_unassigned boolean default false, p_sort text default 'due', p_from date default null, p_to date default null,
  p_late boolean default false, p_target_s int default null, p_surveyor_id uuid default null, p_limit int default 20,
  p_after jsonb default null)
returns jsonb language plpgsql stable security definer set search_path = '' as $$
declare
  v_admin  uuid := app.require_role('admin');
  v_limit  int := app.page_size(p_limit);
  v_at     timestamptz := (p_after ->> 'at')::timestamptz;
  v_id     uuid := (p_after ->> 'id')::uuid;
  v_open   boolean := p_state in ('open', 'pending', 'claimed', 'escalated');
  v_filter app.review_filter := row (
    v_admin, p_state, p_category, p_mine, p_q, p_photos, p_overdue, p_odd, p_unassigned, app.city_midnight(p_from),
    app.city_midnight(p_to + 1), p_late, p_target_s, p_surveyor_id);
  v_rows   jsonb[];
begin
  if v_open and p_sort <> 'due' then
    v_rows := array(
      select jsonb_build_object('row', app.review_response(f.e, v_admin),
                                'key', jsonb_build_object('sort', f.key, 'at', (f.e).due_at, 'id', (f.e).id))
        from (select e, k.key
                from app.review_entries e cross join lateral (select app.review_sort_key(e, p_sort)) k (key)
               where e.state in ('pending', 'claimed', 'escalated') and (p_kind is null or e.kind = p_kind)
                 and (p_after is null or (k.key, e.due_at, e.id) > (p_after ->> 'sort', v_at, v_id))
                 and app.fits_review_filter(e, v_filter)
               order by k.key, e.due_at, e.id
               limit v_limit + 1) f
       order by f.key, (f.e).due_at, (f.e).id);
  elsif v_open then
    v_rows := array(
      select jsonb_build_object('row', app.review_response(e, v_admin), 'key', jsonb_build_object('at', e.due_at, 'id', e.id))
        from app.review_entries e
       where e.state in ('pending', 'claimed', 'escalated') and (p_kind is null or e.kind = p_kind)
         and (p_after is null or (e.due_at, e.id) > (v_at, v_id))
         and app.fits_review_filter(e, v_filter)
       order by e.due_at, e.id
       limit v_limit + 1);
  else
    v_rows := array(
      select jsonb_build_object('row', app.review_response(e, v_admin),
                                'key', jsonb_build_object('at', e.decided_at, 'id', e.id))
        from app.review_entries e
       where e.decided_at >= coalesce(v_filter.starts, '-infinity') and e.decided_at < coalesce(v_filter.ends, 'infinity')
         and (p_kind is null or e.kind = p_kind)
         and (p_after is null or (e.decided_at, e.id) < (v_at, v_id))
         and app.fits_review_filter(e, v_filter)
       order by e.decided_at desc, e.id desc
       limit v_limit + 1);
  end if;
  return app.page(v_rows, v_limit) || jsonb_build_object(
    'asOf', app.instant(app.now()), 'waiting', app.review_counts(),
    'matching', case when p_after is null and (v_open or v_filter.starts is not null)
                     then app.count_reviews(p_kind, v_filter) end);
end
$$;
grant execute on function api.list_review_queue to authenticated;

-- By what an entry is sorted: how old it is, by the hour as admins see it; its category or kind; its place; its author's
-- record, the poorest first. What has none comes last.
create function app.review_sort_key(p_entry app.review_entries, p_sort text)
returns text language plpgsql stable set search_path = '' as $$
declare
  v_record jsonb;
begin
  case p_sort
    when 'age' then
      return to_char(date_trunc('hour', p_entry.created_at) at time zone 'UTC', 'YYYYMMDDHH24');
    when 'kind' then
      return coalesce(app.review_category(p_entry.kind, p_entry.subject_id), p_entry.kind);
    when 'place' then
      return coalesce(app.review_place_name(p_entry.kind, p_entry.subject_id), '~');
    when 'record' then
      v_record := app.author_record(p_entry.author_id);
      return coalesce(lpad(((v_record -> 'accepted')::int * 100 / nullif((v_record -> 'decided')::int, 0))::text, 3, '0'), '~');
    else return '';
  end case;
end
$$;

create function app.review_place_name(p_kind text, p_subject uuid)
returns text language plpgsql stable set search_path = '' as $$
begin
  case p_kind
    when 'report' then return (select app.place_name(r.lat, r.lng) from app.reports r where r.id = p_subject);
    when 'dispute' then return (select app.place_name(i.lat, i.lng) from app.incidents i where i.id = p_subject);
    when 'collection_entry' then
      return (select app.place_name((e.place).lat, (e.place).lng) from app.collection_entries e where e.id = p_subject);
    else return null;
  end case;
end
$$;

-- How an author's last hundred submissions were decided, as counts; null without an author.
create function app.author_record(p_author uuid)
returns jsonb language plpgsql stable set search_path = '' as $$
begin
  return (
    select jsonb_build_object('decided', count(*),
                              'accepted', count(*) filter (where d.state in ('approved', 'approved_with_edits', 'duplicate')))
      from (select e.state from app.review_entries e
             where e.author_id = p_author and e.decided_at is not null and e.state <> 'withdrawn'
             order by e.decided_at desc limit 100) d
    having p_author is not null);
end
$$;

-- How many open entries fit, or how many that were decided in a time; counted up to 501.
create function app.count_reviews(p_kind text, p_filter app.review_filter)
returns int language plpgsql stable set search_path = '' as $$
begin
  if p_filter.starts is not null then
    return (
      select count(*) from (
        select from app.review_entries e
         where e.decided_at >= p_filter.starts and e.decided_at < coalesce(p_filter.ends, 'infinity')
           and (p_kind is null or e.kind = p_kind) and app.fits_review_filter(e, p_filter)
         limit 501) found);
  end if;
  return (
    select count(*) from (
      select from app.review_entries e
       where e.state in ('pending', 'claimed', 'escalated') and (p_kind is null or e.kind = p_kind)
         and app.fits_review_filter(e, p_filter)
       limit 501) found);
end
$$;

-- Whether an entry fits a list's conditions, the cheap ones first. `q`: see app.review_mentions.
create function app.fits_review_filter(p_entry app.review_entries, p_filter app.review_filter)
returns boolean language plpgsql stable set search_path = '' as $$
begin
  if p_filter.state not in ('open', 'closed', 'accepted') and app.review_state(p_entry) <> p_filter.state then
    return false;
  elsif p_filter.state = 'accepted' and p_entry.state not in ('approved', 'approved_with_edits') then
    return false;
  elsif p_entry.state = 'withdrawn' and (p_filter.late or p_filter.starts is not null) then
    return false;
  elsif p_filter.late and (p_entry.decided_at > p_entry.due_at) is not true then
    return false;
  elsif p_filter.target_s <> app.review_target_s(p_entry) then
    return false;
  elsif p_filter.surveyor is not null
        and (p_entry.kind = 'collection_entry' and p_entry.author_id = p_filter.surveyor) is not true then
    return false;
  elsif p_filter.mine and (case when p_entry.decided_at is null
                                then p_entry.assigned_to is not distinct from p_filter.viewer
                                  or (p_entry.claimed_by = p_filter.viewer and p_entry.claimed_until > app.now())
                                else p_entry.decided_by = p_filter.viewer end) is distinct from true then
    return false;
  elsif p_filter.unassigned and (p_entry.assigned_to is not null or app.review_state(p_entry) = 'claimed') then
    return false;
  elsif p_filter.overdue and (p_entry.decided_at is not null or p_entry.due_at > app.now()) then
    return false;
  elsif p_filter.category is not null
        and app.review_category(p_entry.kind, p_entry.subject_id) is distinct from p_filter.category then
    return false;
  elsif p_filter.photos and not app.has_review_photos(p_entry.subject_id) then
    return false;
  elsif p_filter.odd and app.review_oddities(p_entry) = '{}' then
    return false;
  end if;
  return p_filter.q is null or app.review_mentions(p_entry, p_filter.q);
end
$$;

-- The time in which an entry is due, in seconds: what a reversal began again has a due time of its own.
create function app.review_target_s(p_entry app.review_entries)
returns int immutable
return extract(epoch from coalesce(p_entry.due_in, p_entry.due_at - p_entry.created_at))::int;

create function app.has_review_photos(p_subject uuid)
returns boolean language plpgsql stable set search_path = '' as $$
begin
  return exists (select from app.report_photos p where p.report_id = p_subject and p.state <> 'refused')
    or exists (select from app.entry_photos p where p.entry_id = p_subject);
end
$$;

-- Whether a subject mentions a text: in its note, its plate, its vehicle's or its own sacco, or its stage. A field entry
-- is also found by its surveyor's e-mail address or name, because field work is managed; nobody else by who they are.
create function app.review_mentions(p_entry app.review_entries, p_q text)
returns boolean language plpgsql stable set search_path = '' as $$
declare
  v_like  text := app.like_pattern_of_key(p_q);
  v_plate text := case when char_length(app.plate_key(p_q)) >= 2 then app.like_pattern(app.plate_key(p_q)) end;
begin
  case p_entry.kind
    when 'report' then
      return coalesce((
        select app.name_key(concat_ws(' ', r.note, r.answer, s.name)) like v_like or r.vehicle_plate like v_plate
               or exists (select from app.report_additions a
                           where a.report_id = r.id and (app.name_key(a.words) like v_like or a.vehicle_plate like v_plate))
               or app.name_key(app.place_name(r.lat, r.lng)) like v_like
          from app.reports r
          left join app.vehicles v on v.id = r.vehicle_id left join app.saccos s on s.id = v.sacco_id
         where r.id = p_entry.subject_id), false);
    when 'feedback' then
      return coalesce((
        select app.name_key(concat_ws(' ', f.comment, s.name)) like v_like or v.plate_key like v_plate
          from app.feedback f
          join app.vehicles v on v.id = f.vehicle_id left join app.saccos s on s.id = v.sacco_id
         where f.id = p_entry.subject_id), false);
    when 'collection_entry' then
      return coalesce((
        select app.name_key(concat_ws(' ', e.note, e.facts -> 'sacco' ->> 'name',
                                      (app.sacco_at(e.facts -> 'sacco' ->> 'id')).name, p.display_name, u.email)) like v_like
               or e.plate_key like v_plate
               or app.name_key(app.place_name((e.place).lat, (e.place).lng)) like v_like
          from app.collection_entries e
          left join app.profiles p on p.user_id = e.surveyor_id left join auth.users u on u.id = e.surveyor_id
         where e.id = p_entry.subject_id), false);
    when 'dispute' then
      return coalesce((
        select i.vehicle_plate like v_plate or app.name_key(s.name) like v_like
               or app.name_key(app.place_name(i.lat, i.lng)) like v_like
          from app.incidents i
          left join app.vehicles v on v.id = i.vehicle_id left join app.saccos s on s.id = v.sacco_id
         where i.id = p_entry.subject_id), false);
  end case;
end
$$;

-- The category of the subject, where it has one.
create function app.review_category(p_kind text, p_subject uuid)
returns text language plpgsql stable set search_path = '' as $$
begin
  case p_kind
    when 'report' then return (select r.category from app.reports r where r.id = p_subject);
    when 'dispute' then return (select i.category from app.incidents i where i.id = p_subject);
    else return null;
  end case;
end
$$;

-- How many entries of each kind are pending, and how many of them are overdue.
create function app.review_counts()
returns jsonb language plpgsql stable set search_path = '' as $$
begin
  return (
    select jsonb_agg(jsonb_build_object('kind', k.kind, 'open', k.open, 'overdue', k.overdue) order by k.kind)
      from (select kinds.kind, count(e.id) as open, count(e.id) filter (where e.due_at <= app.now()) as overdue
              from unnest(array['report', 'feedback', 'collection_entry', 'dispute']) kinds (kind)
              left join app.review_entries e
                on e.kind = kinds.kind and e.state in ('pending', 'claimed', 'escalated')
             group by kinds.kind) k);
end
$$;
