
CREATE OR REPLACE FUNCTION api.get_stats(p_by text, p_month date)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_from timestamptz := app.city_midnight(date_trunc('month', p_month::timestamp)::date);
  v_to   timestamptz := app.city_midnight((date_trunc('month', p_month::timestamp) + interval '1 month')::date);
begin
  perform app.admit_caller();
  perform app.check_fields(array[
    ('by', 'invalid_value', p_by in ('category', 'corridor', 'route', 'band', 'weekday')),
    ('month', 'out_of_range', v_to <= app.now())]::app.field_check[]);
  return jsonb_build_object('data', (
    with past as (
      select h.incident_id, h.category, h.corridor_id, h.body
        from app.incident_history h
       where h.last_seen_at >= v_from and h.last_seen_at < v_to and v_from > app.now() - interval '90 days'
         and h.visible_from <= app.now() and h.visible_until > app.now() and h.body ->> 'precision' = 'point'),
    told as (
      select p.category, c.rider,
             case when p_by = 'corridor' then p.corridor_id when p_by = 'route' then w.id end as line,
             case when p_by = 'band' then app.time_band(r.occurred_at) end as band,
             case when p_by = 'weekday' then extract(isodow from app.city_time(r.occurred_at))::int end as weekday
        from app.counted_reports(array(select p.incident_id from past p)) c
        join app.reports r on r.id = c.report_id and r.visibility = 'public' and not r.author_erased
        join past p on p.incident_id = r.incident_id
        left join lateral unnest(app.ids_in(p.body::jsonb -> 'routes')) w (id) on p_by = 'route'),
    counted as (
      select t.category, t.line, t.band, t.weekday, count(distinct t.rider) / 5 * 5 as riders
        from told t
       where p_by not in ('corridor', 'route') or t.line is not null
       group by t.category, t.line, t.band, t.weekday
      having count(distinct t.rider) >= 5)
    select coalesce(jsonb_agg(jsonb_build_object(
             'category', k.category, 'corridor', case when p_by = 'corridor' then app.corridor_ref(k.line) end,
             'route', (select app.route_ref(r) from app.routes r where r.id = k.line and p_by = 'route'),
             'band', k.band, 'weekday', k.weekday, 'riders', k.riders)
             order by k.line, k.band, k.weekday, k.riders desc, k.category), '[]')
      from counted k));
end
$function$;
revoke all on function api.get_stats(text,date) from public;
grant execute on function api.get_stats(text,date) to api_server;
grant execute on function api.get_stats(text,date) to authenticated;

CREATE OR REPLACE FUNCTION app.open_reversal(p_entry uuid)
 RETURNS app.review_reversals
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  v_open app.review_reversals;
begin
  select * into v_open from app.review_reversals r
   where r.entry_id = p_entry and r.ended_at is null and r.asked_at > app.now() - app.reversal_window()
     and 'admin' = any (app.roles_of(r.asked_by)) and not exists (
       select from app.suspended_users u where u.user_id = r.asked_by);
  return v_open;
end
$function$;
revoke all on function app.open_reversal(uuid) from public;

CREATE OR REPLACE FUNCTION app.check_reversal(p_entry app.review_entries, p_admin uuid)
 RETURNS void
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  v_state text := app.subject_standing(p_entry) ->> 'state';
begin
  if app.is_own_review(p_entry, p_admin) then
    perform app.fail('own_submission');
  elsif p_entry.decided_at is null then
    perform app.refuse_undo(app.review_state(p_entry), 'not_decided');
  elsif p_entry.decided_at > app.now() - app.undo_window() then
    perform app.refuse_undo(p_entry.state, 'can_be_undone');
  elsif exists (select from app.review_entries e
                 where e.kind = p_entry.kind and e.subject_id = p_entry.subject_id and e.id <> p_entry.id
                   and e.reason <> 'photo' and (e.decided_at is null or e.decided_at > p_entry.decided_at)) then
    perform app.refuse_undo(p_entry.state, 'decided_again');
  elsif p_entry.kind <> 'dispute' and p_entry.state in ('rejected', 'duplicate') then
    perform app.refuse_undo(p_entry.state, case when app.can_reopen(p_entry, p_admin) then 'can_be_reopened'
                                                else 'subject_changed' end);
  elsif p_entry.reason = 'photo' or v_state not in ('accepted', 'linked', 'needs_info', 'counted', 'approved', 'changes_requested', 'verified',
                        'refuted') then
    perform app.refuse_undo(p_entry.state, 'subject_changed');
  end if;
end
$function$;
revoke all on function app.check_reversal(app.review_entries,uuid) from public;

CREATE OR REPLACE FUNCTION app.snapshot_to_reverse(p_entry app.review_entries)
 RETURNS app.review_snapshots
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  v_now  jsonb := app.subject_snapshot(p_entry);
  v_kept app.review_snapshots;
begin
  v_kept.entry_id := p_entry.id;
  v_kept.decided_at := p_entry.decided_at;
  v_kept.after := v_now;
  v_kept.before := v_now || case p_entry.kind
    when 'report' then jsonb_build_object('state', 'in_review', 'state_reason', 'reopened', 'incident_id', null, 'photos', (
      select coalesce(jsonb_agg(p.id), '[]') from app.report_photos p
       where p.report_id = p_entry.subject_id and p.state = 'passed'))
    when 'feedback' then '{"state": "held", "state_reason": "reopened"}'
    when 'collection_entry' then '{"state": "in_review"}'
    else '{"state": "disputed", "lifecycle": "active"}' end;
  return v_kept;
end
$function$;
revoke all on function app.snapshot_to_reverse(app.review_entries) from public;

CREATE OR REPLACE FUNCTION app.check_review_decision(p_entry app.review_entries, p_decision text, p_details jsonb)
 RETURNS void
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  v_reason   text := p_details ->> 'reasonCode';
begin
  perform app.check_fields(array[
    ('decision', 'invalid_value', p_decision in ('approved', 'approved_with_edits', 'changes_requested', 'rejected', 'duplicate',
                                'escalated')),
    ('reasonCode', case when v_reason is null then 'required' else 'not_allowed_here' end, case
      when p_decision = 'approved' then v_reason is null
      when p_decision = 'approved_with_edits' and v_reason is null then true
      else exists (select from app.review_reasons r
                    where (r.kind = p_entry.kind or r.kind is null) and r.code = v_reason
                      and p_decision = any (r.decisions)) end),
    ('note', 'required', p_decision not in ('approved', 'approved_with_edits') or p_details ->> 'note' is not null
                         or not app.needs_word(p_entry, p_details -> 'edits')),
    ('note', 'invalid_value', char_length(coalesce(p_details ->> 'note', 'none')) between 1 and 1000),
    ('edits', case when p_details ->> 'edits' is null then 'required'
                   when p_decision = 'approved_with_edits' then 'invalid_value'
                   else 'not_allowed_here' end, case
      when p_details ->> 'edits' is null then p_decision <> 'approved_with_edits'
      else jsonb_typeof(p_details -> 'edits') = 'object' and p_details -> 'edits' <> '{}'
           and octet_length(p_details ->> 'edits') <= 16000
           and (p_decision = 'approved_with_edits'
                or (p_decision = 'changes_requested' and p_entry.kind = 'collection_entry')) end),
    ('duplicateOf', case when p_details ->> 'duplicateOf' is null then 'required' else 'not_allowed_here' end,
     case when p_decision = 'duplicate'
      then (p_details ->> 'duplicateOf')::uuid <> p_entry.subject_id
      else p_details ->> 'duplicateOf' is null end)
  ]::app.field_check[]);
end
$function$;
revoke all on function app.check_review_decision(app.review_entries,text,jsonb) from public;

CREATE OR REPLACE FUNCTION app.needs_word(p_entry app.review_entries, p_edits jsonb)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  return exists (
    select from app.collection_entries e
     where p_entry.kind = 'collection_entry' and e.id = p_entry.subject_id
       and case when p_edits ->> 'capacity' ~ '^[0-9]{1,4}$' then not app.are_usual_seats((p_edits ->> 'capacity')::int)
                else not coalesce(p_edits ? 'capacity', false) and 'seats_unusual' = any (e.quality_flags) end);
end
$function$;
revoke all on function app.needs_word(app.review_entries,jsonb) from public;

CREATE OR REPLACE FUNCTION app.quality_flags(p_new app.collection_entries)
 RETURNS text[]
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  v_seats int := (p_new.facts ->> 'capacity')::int;
  v_known int := (select v.capacity from app.vehicles v where v.id = app.vehicle_of_plate(p_new.plate_key));
begin
  return array_remove(array[
    case when not app.is_usual_plate(p_new.plate_key) then 'plate_unusual' end,
    case when not app.are_usual_seats(v_seats) then 'seats_unusual' end,
    case when v_seats <> v_known then 'seats_differ' end,
    case when app.is_plate_recent(p_new) then 'duplicate_hour' end,
    case when app.is_far_from_assignment(p_new) then 'far_from_place' end,
    case when app.is_too_fast(p_new) then 'too_fast' end], null);
end
$function$;
revoke all on function app.quality_flags(app.collection_entries) from public;

CREATE OR REPLACE FUNCTION app.are_usual_seats(p_seats integer)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE
RETURN ((p_seats >= 7) AND (p_seats <= 70));
revoke all on function app.are_usual_seats(integer) from public;

drop function app.needs_word(app.review_entries);
