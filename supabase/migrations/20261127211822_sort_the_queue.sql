-- Who calls it without the new argument, which has a default, gets the new one.
drop function api.list_review_queue(text,text,text,boolean,text,boolean,boolean,boolean,boolean,integer,jsonb);

CREATE OR REPLACE FUNCTION api.list_review_queue(p_kind text DEFAULT NULL::text, p_state text DEFAULT 'open'::text, p_category text DEFAULT NULL::text, p_mine boolean DEFAULT false, p_q text DEFAULT NULL::text, p_photos boolean DEFAULT false, p_overdue boolean DEFAULT false, p_odd boolean DEFAULT false, p_unassigned boolean DEFAULT false, p_sort text DEFAULT 'due'::text, p_limit integer DEFAULT 20, p_after jsonb DEFAULT NULL::jsonb)
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
  v_filter app.review_filter := row (v_admin, p_state, p_category, p_mine, p_q, p_photos, p_overdue, p_odd, p_unassigned);
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
       where e.decided_at is not null and (p_kind is null or e.kind = p_kind)
         and (p_after is null or (e.decided_at, e.id) < (v_at, v_id))
         and app.fits_review_filter(e, v_filter)
       order by e.decided_at desc, e.id desc
       limit v_limit + 1);
  end if;
  return app.page(v_rows, v_limit) || jsonb_build_object(
    'asOf', app.instant(app.now()), 'waiting', app.review_counts(),
    'matching', case when v_open and p_after is null then app.count_reviews(p_kind, v_filter) end);
end
$function$;
revoke all on function api.list_review_queue(text,text,text,boolean,text,boolean,boolean,boolean,boolean,text,integer,jsonb) from public;
grant execute on function api.list_review_queue(text,text,text,boolean,text,boolean,boolean,boolean,boolean,text,integer,jsonb) to authenticated;

CREATE OR REPLACE FUNCTION app.review_sort_key(p_entry app.review_entries, p_sort text)
 RETURNS text
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
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
$function$;
revoke all on function app.review_sort_key(app.review_entries,text) from public;

CREATE OR REPLACE FUNCTION app.review_place_name(p_kind text, p_subject uuid)
 RETURNS text
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  case p_kind
    when 'report' then return (select app.place_name(r.lat, r.lng) from app.reports r where r.id = p_subject);
    when 'dispute' then return (select app.place_name(i.lat, i.lng) from app.incidents i where i.id = p_subject);
    when 'collection_entry' then
      return (select app.place_name((e.place).lat, (e.place).lng) from app.collection_entries e where e.id = p_subject);
    else return null;
  end case;
end
$function$;
revoke all on function app.review_place_name(text,uuid) from public;

CREATE OR REPLACE FUNCTION app.author_record(p_author uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  return (
    select jsonb_build_object('decided', count(*),
                              'accepted', count(*) filter (where d.state in ('approved', 'approved_with_edits', 'duplicate')))
      from (select e.state from app.review_entries e
             where e.author_id = p_author and e.decided_at is not null and e.state <> 'withdrawn'
             order by e.decided_at desc limit 100) d
    having p_author is not null);
end
$function$;
revoke all on function app.author_record(uuid) from public;

CREATE OR REPLACE FUNCTION app.review_about(p_entry app.review_entries)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
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
$function$;
revoke all on function app.review_about(app.review_entries) from public;
