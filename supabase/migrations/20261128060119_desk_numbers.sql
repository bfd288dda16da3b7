-- Every number of the dashboard has a list; what a reversal begins again has a due time of its own.
alter table app.review_entries add column due_in interval;

alter type app.review_filter
  add attribute starts timestamptz, add attribute ends timestamptz, add attribute late boolean,
  add attribute target_s int, add attribute surveyor uuid;

-- Who calls these without the new arguments, which have defaults, gets the new ones.
drop function api.list_incident_records(text,text,text,text,date,date,uuid,integer,integer,double precision,double precision,double precision,double precision,integer,jsonb);

drop function api.list_review_queue(text,text,text,boolean,text,boolean,boolean,boolean,boolean,text,integer,jsonb);

CREATE OR REPLACE FUNCTION api.list_review_queue(p_kind text DEFAULT NULL::text, p_state text DEFAULT 'open'::text, p_category text DEFAULT NULL::text, p_mine boolean DEFAULT false, p_q text DEFAULT NULL::text, p_photos boolean DEFAULT false, p_overdue boolean DEFAULT false, p_odd boolean DEFAULT false, p_unassigned boolean DEFAULT false, p_sort text DEFAULT 'due'::text, p_from date DEFAULT NULL::date, p_to date DEFAULT NULL::date, p_late boolean DEFAULT false, p_target_s integer DEFAULT NULL::integer, p_surveyor_id uuid DEFAULT NULL::uuid, p_limit integer DEFAULT 20, p_after jsonb DEFAULT NULL::jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
$function$;
revoke all on function api.list_review_queue(text,text,text,boolean,text,boolean,boolean,boolean,boolean,text,date,date,boolean,integer,uuid,integer,jsonb) from public;
grant execute on function api.list_review_queue(text,text,text,boolean,text,boolean,boolean,boolean,boolean,text,date,date,boolean,integer,uuid,integer,jsonb) to authenticated;

CREATE OR REPLACE FUNCTION app.count_reviews(p_kind text, p_filter app.review_filter)
 RETURNS integer
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
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
$function$;
revoke all on function app.count_reviews(text,app.review_filter) from public;

CREATE OR REPLACE FUNCTION app.fits_review_filter(p_entry app.review_entries, p_filter app.review_filter)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
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
$function$;
revoke all on function app.fits_review_filter(app.review_entries,app.review_filter) from public;

create or replace function app.review_target_s(p_entry app.review_entries)
returns int immutable
return extract(epoch from coalesce(p_entry.due_in, p_entry.due_at - p_entry.created_at))::int;
revoke all on function app.review_target_s(app.review_entries) from public;

CREATE OR REPLACE FUNCTION app.undo_review(p_admin uuid, p_entry_id uuid, p_version integer, p_reason text, p_of_batch boolean DEFAULT false, p_agreed boolean DEFAULT false)
 RETURNS app.review_entries
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  v_entry app.review_entries;
  v_kept  app.review_snapshots;
  v_what  text;
begin
  perform app.lock_for_undo(p_entry_id);
  select * into v_entry from app.review_entries e where e.id = p_entry_id for update;
  if not found then
    perform app.fail('not_found');
  elsif app.is_own_review(v_entry, p_admin) then
    perform app.fail('own_submission');
  elsif app.is_already_undone(v_entry, p_admin, p_version, p_reason) then
    return v_entry;
  elsif v_entry.version is distinct from p_version then
    perform app.fail('version_conflict', jsonb_build_object('currentVersion', v_entry.version));
  end if;
  v_what := app.review_state(v_entry);
  if p_agreed then
    v_kept := app.snapshot_to_reverse(v_entry);
  else
    select * into v_kept from app.review_snapshots s where s.entry_id = p_entry_id;
    perform app.check_undo(v_entry, v_kept);
  end if;
  perform app.move_review(p_entry_id, 'pending', p_admin, null, p_reason);
  update app.review_entries e
     set version = e.version + 1, claimed_by = null, claimed_until = null, decided_at = null, decided_by = null,
         decision = '{}', batch_id = null,
         due_in = case when p_agreed then coalesce(e.due_in, e.due_at - e.created_at) else e.due_in end,
         due_at = case when p_agreed then app.now() + coalesce(e.due_in, e.due_at - e.created_at) else e.due_at end,
         escalated_by = (v_kept.before ->> 'escalated_by')::uuid
   where e.id = p_entry_id
  returning * into v_entry;
  if v_what <> 'escalated' then
    perform app.undo_subject(v_entry, v_what, v_kept, p_admin, p_reason);
  end if;
  delete from app.review_snapshots s where s.entry_id = p_entry_id;
  if not (p_of_batch or p_agreed) then
    perform app.audit(p_admin, 'review.undone', 'review_entry', p_entry_id::text, p_reason,
                      jsonb_build_object('kind', v_entry.kind, 'subjectId', v_entry.subject_id, 'decision', v_what,
                                         'version', p_version));
  end if;
  return v_entry;
end
$function$;
revoke all on function app.undo_review(uuid,uuid,integer,text,boolean,boolean) from public;

CREATE OR REPLACE FUNCTION api.list_incident_records(p_q text DEFAULT NULL::text, p_category text DEFAULT NULL::text, p_state text DEFAULT NULL::text, p_corroboration text DEFAULT NULL::text, p_from date DEFAULT NULL::date, p_to date DEFAULT NULL::date, p_corridor_id uuid DEFAULT NULL::uuid, p_least integer DEFAULT NULL::integer, p_most integer DEFAULT NULL::integer, p_min_lat double precision DEFAULT NULL::double precision, p_min_lng double precision DEFAULT NULL::double precision, p_max_lat double precision DEFAULT NULL::double precision, p_max_lng double precision DEFAULT NULL::double precision, p_least_severity integer DEFAULT NULL::integer, p_limit integer DEFAULT 20, p_after jsonb DEFAULT NULL::jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
$function$;
revoke all on function api.list_incident_records(text,text,text,text,date,date,uuid,integer,integer,double precision,double precision,double precision,double precision,integer,integer,jsonb) from public;
grant execute on function api.list_incident_records(text,text,text,text,date,date,uuid,integer,integer,double precision,double precision,double precision,double precision,integer,integer,jsonb) to authenticated;

CREATE OR REPLACE FUNCTION app.period_totals(p_from date, p_to date)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  v_starts timestamptz := app.city_midnight(p_from);
  v_ends   timestamptz := least(app.city_midnight(p_to + 1), app.now());
begin
  return (
    select jsonb_build_object(
             'from', p_from,
             'to', p_to,
             'reports', (select count(*) from app.reports r where r.received_at >= v_starts and r.received_at < v_ends),
             'incidents', i.incidents,
             'corroborated', i.corroborated,
             'decided', d.decided,
             'onTime', d.on_time,
             'medianWaitS', d.median_s,
             'entries', d.entries)
      from (select count(*) as incidents,
                   count(*) filter (where n.corroboration in ('corroborated', 'verified')) as corroborated
              from app.incidents_published(p_from, p_to) n) i,
           (select count(*) as decided, count(*) filter (where e.decided_at <= e.due_at) as on_time,
                   count(*) filter (where e.kind = 'collection_entry' and e.state in ('approved', 'approved_with_edits')) as entries,
                   extract(epoch from percentile_cont(0.5) within group (order by e.decided_at - e.created_at))::int as median_s
              from app.entries_decided(v_starts, v_ends) e) d);
end
$function$;
revoke all on function app.period_totals(date,date) from public;

CREATE OR REPLACE FUNCTION app.response_times(p_from date, p_to date)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  return (
    select coalesce(jsonb_agg(jsonb_build_object(
             'targetS', t.target_s, 'decided', t.decided, 'onTime', t.on_time, 'medianS', t.median_s, 'p90S', t.p90_s,
             'overdue', t.overdue) order by t.target_s), '[]')
      from (
        select a.target_s, count(*) filter (where a.took is not null) as decided,
               count(*) filter (where a.on_time) as on_time,
               extract(epoch from percentile_cont(0.5) within group (order by a.took))::int as median_s,
               extract(epoch from percentile_cont(0.9) within group (order by a.took))::int as p90_s,
               count(*) filter (where a.took is null) as overdue
          from (
            select app.review_target_s(e) as target_s, e.decided_at - e.created_at as took, e.decided_at <= e.due_at as on_time
              from app.entries_decided(app.city_midnight(p_from), app.city_midnight(p_to + 1)) e
            union all
            select app.review_target_s(e), null, false
              from app.review_entries e
             where e.state in ('pending', 'claimed', 'escalated') and e.due_at < app.now()) a
         group by a.target_s) t);
end
$function$;
revoke all on function app.response_times(date,date) from public;

CREATE OR REPLACE FUNCTION app.surveyor_output(p_from date, p_to date)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  return (
    select coalesce(jsonb_agg(jsonb_build_object(
             'surveyor', app.person_ref(w.surveyor_id), 'hours', app.hours_worked(w.surveyor_id, p_from, p_to),
             'entries', app.count_entries(w.surveyor_id, p_from, p_to),
             'decided', (select count(*) from app.entries_decided(app.city_midnight(p_from), app.city_midnight(p_to + 1)) d
                          where d.kind = 'collection_entry' and d.author_id = w.surveyor_id)) order by w.entries desc, w.surveyor_id), '[]')
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
         order by entries desc limit 50) w);
end
$function$;
revoke all on function app.surveyor_output(date,date) from public;
