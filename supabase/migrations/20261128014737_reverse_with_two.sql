-- A decision older than a day is reversed by two admins; the week that counted its subject is counted again.
alter table app.frozen_weeks add column is_wrong boolean not null default false;

create table app.review_reversals (
  id        bigint generated always as identity primary key,
  entry_id  uuid not null references app.review_entries,
  asked_by  uuid not null,
  asked_at  timestamptz not null,
  reason    text not null check (char_length(reason) between 3 and 500),
  ended_at  timestamptz,
  agreed_by uuid
);
alter table app.review_reversals enable row level security;

alter table app.admin_alerts drop constraint admin_alerts_kind_check;
alter table app.admin_alerts add constraint admin_alerts_kind_check
  check (kind in ('injury', 'assault', 'overdue', 'not_safe', 'feed_stopped', 'reversal')) not valid;

-- Called by functions alone, which this migration replaces.
drop function app.undo_review(uuid,uuid,integer,text,boolean);

CREATE OR REPLACE FUNCTION app.freeze_weeks()
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  v_now  timestamptz := app.now();
  v_last date := app.week_of(v_now) - 7;
  v_week date;
begin
  if exists (select from app.frozen_weeks f where f.week = v_last) then
    return;
  end if;
  for v_week in
    select distinct least(app.week_of(r.closed_at), v_last) as week
      from app.reports r
     where r.visibility = 'aggregate' and r.state = 'accepted' and r.counted_week is null
       and app.week_of(r.closed_at) <= v_last
    union
    select v_last
    order by week
  loop
    insert into app.frozen_weeks (week, frozen_at) values (v_week, v_now) on conflict do nothing;
    -- A report of a week that is frozen already was committed too late for it, and is counted in the next.
    continue when not found;
    perform app.count_week(v_week);
  end loop;
  for v_week in update app.frozen_weeks f set is_wrong = false where f.is_wrong returning f.week loop
    perform app.correct_week(v_week);
  end loop;
end
$function$;
revoke all on function app.freeze_weeks() from public;

CREATE OR REPLACE FUNCTION app.count_week(p_week date)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  update app.reports r set counted_week = p_week
   where r.visibility = 'aggregate' and r.state = 'accepted' and r.counted_week is null
     and app.week_of(r.closed_at) <= p_week;
  insert into app.weekly_counts (corridor_id, week, category, band, riders)
  select c.corridor_id, p_week, c.category, c.band, c.riders from app.riders_of_week(p_week) c where c.riders >= 5;
end
$function$;
revoke all on function app.count_week(date) from public;

CREATE OR REPLACE FUNCTION app.correct_week(p_week date)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  delete from app.weekly_counts w
   where w.week = p_week and not exists (
     select from app.riders_of_week(p_week) c
      where (c.corridor_id, c.category, c.band) = (w.corridor_id, w.category, w.band) and c.riders >= 5);
  update app.weekly_counts w set riders = least(w.riders, c.riders)
    from app.riders_of_week(p_week) c
   where w.week = p_week and (c.corridor_id, c.category, c.band) = (w.corridor_id, w.category, w.band);
end
$function$;
revoke all on function app.correct_week(date) from public;

CREATE OR REPLACE FUNCTION app.riders_of_week(p_week date)
 RETURNS TABLE(corridor_id uuid, category text, band text, riders integer)
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  return query
  with told as (
    select c.corridor_id, c.category, app.time_band(c.occurred_at) as band,
           coalesce(c.reporter_id::text,
                    case when c.device_hash is not null then max(c.reporter_id::text) over (partition by c.device_hash) end,
                    encode(c.device_hash, 'hex'), c.id::text) as rider
      from app.reports c where c.counted_week = p_week
  )
  select t.corridor_id, t.category, t.band, (count(distinct t.rider) / 5 * 5)::int
    from told t
   where t.corridor_id is not null
   group by 1, 2, 3;
end
$function$;
revoke all on function app.riders_of_week(date) from public;

CREATE UNIQUE INDEX review_reversals_open ON app.review_reversals USING btree (entry_id) WHERE (ended_at IS NULL);

CREATE INDEX review_reversals_entry ON app.review_reversals USING btree (entry_id, id);

CREATE OR REPLACE FUNCTION app.reversal_window()
 RETURNS interval
 LANGUAGE sql
 IMMUTABLE
AS $function$
  select interval '7 days'
$function$;
revoke all on function app.reversal_window() from public;

CREATE OR REPLACE FUNCTION api.get_review_entry(p_id uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_admin uuid := app.require_role('admin');
  v_entry app.review_entries;
begin
  select * into v_entry from app.review_entries e where e.id = p_id;
  perform app.require_found(found);
  if v_entry.kind = 'report' then
    perform app.note_read(v_admin, 'report.opened', 'report', v_entry.subject_id::text);
  elsif v_entry.kind = 'dispute' then
    perform app.note_read(v_admin, 'incident.opened', 'incident', v_entry.subject_id::text);
  end if;
  return app.review_response(v_entry, v_admin) || jsonb_build_object(
    'subject', app.review_view(v_entry),
    'canReopen', app.can_reopen(v_entry, v_admin),
    'reversal', app.reversal_offer(v_entry, v_admin),
    'events', app.subject_events(v_entry),
    'earlier', app.earlier_reviews(v_entry),
    'history', app.review_history(p_id, app.is_sensitive_subject(v_entry.kind, v_entry.subject_id)),
    'reasons', app.review_reasons_of(v_entry.kind));
end
$function$;
revoke all on function api.get_review_entry(uuid) from public;
grant execute on function api.get_review_entry(uuid) to authenticated;

CREATE OR REPLACE FUNCTION api.ask_review_reversal(p_id uuid, p_version integer, p_reason text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_admin uuid := app.require_role('admin');
  v_entry app.review_entries;
  v_open  app.review_reversals;
begin
  perform app.check_reason(p_reason);
  v_entry := app.entry_to_reverse(p_id, p_version);
  perform app.check_reversal(v_entry, v_admin);
  v_open := app.open_reversal(p_id);
  if v_open.asked_by <> v_admin then
    perform app.refuse_undo(v_entry.state, 'already_asked');
  elsif v_open.id is null then
    update app.review_reversals r set ended_at = app.now() where r.entry_id = p_id and r.ended_at is null;
    insert into app.review_reversals (entry_id, asked_by, asked_at, reason)
    values (p_id, v_admin, app.now(), btrim(p_reason));
    perform app.audit(v_admin, 'review.reversal_asked', 'review_entry', p_id::text, btrim(p_reason), jsonb_build_object(
      'kind', v_entry.kind, 'subjectId', v_entry.subject_id, 'decision', v_entry.state));
    insert into app.admin_alerts (at, kind, subject_id, detail)
    values (app.now(), 'reversal', p_id, jsonb_build_object('entryKind', v_entry.kind)) on conflict do nothing;
  end if;
  return app.review_response(v_entry, v_admin);
end
$function$;
revoke all on function api.ask_review_reversal(uuid,integer,text) from public;
grant execute on function api.ask_review_reversal(uuid,integer,text) to authenticated;

CREATE OR REPLACE FUNCTION api.withdraw_review_reversal(p_id uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_admin uuid := app.require_role('admin');
  v_entry app.review_entries := app.entry_to_reverse(p_id, null);
  v_open  app.review_reversals := app.open_reversal(p_id);
begin
  if v_open.asked_by <> v_admin then
    perform app.refuse_undo(v_entry.state, 'asked_by_other');
  elsif v_open.id is not null then
    update app.review_reversals r set ended_at = app.now() where r.id = v_open.id;
    perform app.audit(v_admin, 'review.reversal_withdrawn', 'review_entry', p_id::text, null, jsonb_build_object(
      'kind', v_entry.kind, 'subjectId', v_entry.subject_id));
  end if;
  return app.review_response(v_entry, v_admin);
end
$function$;
revoke all on function api.withdraw_review_reversal(uuid) from public;
grant execute on function api.withdraw_review_reversal(uuid) to authenticated;

CREATE OR REPLACE FUNCTION api.agree_to_review_reversal(p_id uuid, p_version integer, p_reason text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_admin uuid := app.require_role('admin');
  v_entry app.review_entries;
  v_open  app.review_reversals;
begin
  perform app.check_reason(p_reason);
  perform app.lock_for_undo(p_id);
  select * into v_entry from app.review_entries e where e.id = p_id for update;
  if not app.is_already_undone(v_entry, v_admin, p_version, btrim(p_reason)) then
    v_entry := app.entry_to_reverse(p_id, p_version);
    perform app.check_reversal(v_entry, v_admin);
    v_open := app.open_reversal(p_id);
    if v_open.id is null then
      perform app.refuse_undo(v_entry.state, 'not_asked');
    elsif v_open.asked_by = v_admin then
      perform app.refuse_undo(v_entry.state, 'asked_by_you');
    end if;
    update app.review_reversals r set ended_at = app.now(), agreed_by = v_admin where r.id = v_open.id;
    perform app.audit(v_admin, 'review.reversed', 'review_entry', p_id::text, btrim(p_reason), jsonb_build_object(
      'kind', v_entry.kind, 'subjectId', v_entry.subject_id, 'decision', v_entry.state, 'version', p_version));
    v_entry := app.undo_review(v_admin, p_id, p_version, btrim(p_reason), p_agreed => true);
  end if;
  return app.review_response(v_entry, v_admin);
end
$function$;
revoke all on function api.agree_to_review_reversal(uuid,integer,text) from public;
grant execute on function api.agree_to_review_reversal(uuid,integer,text) to authenticated;

CREATE OR REPLACE FUNCTION app.entry_to_reverse(p_id uuid, p_version integer)
 RETURNS app.review_entries
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  v_entry app.review_entries;
begin
  select * into v_entry from app.review_entries e where e.id = p_id for update;
  perform app.require_found(found);
  if v_entry.version <> p_version then
    perform app.fail('version_conflict', jsonb_build_object('currentVersion', v_entry.version));
  end if;
  return v_entry;
end
$function$;
revoke all on function app.entry_to_reverse(uuid,integer) from public;

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
   where r.entry_id = p_entry and r.ended_at is null and r.asked_at > app.now() - app.reversal_window();
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
                   and (e.decided_at is null or e.decided_at > p_entry.decided_at)) then
    perform app.refuse_undo(p_entry.state, 'decided_again');
  elsif p_entry.kind <> 'dispute' and p_entry.state in ('rejected', 'duplicate') then
    perform app.refuse_undo(p_entry.state, case when app.can_reopen(p_entry, p_admin) then 'can_be_reopened'
                                                else 'subject_changed' end);
  elsif v_state not in ('accepted', 'linked', 'needs_info', 'counted', 'approved', 'changes_requested', 'verified',
                        'refuted') then
    perform app.refuse_undo(p_entry.state, 'subject_changed');
  end if;
end
$function$;
revoke all on function app.check_reversal(app.review_entries,uuid) from public;

CREATE OR REPLACE FUNCTION app.reversal_offer(p_entry app.review_entries, p_admin uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  v_open    app.review_reversals := app.open_reversal(p_entry.id);
  v_slug    text;
  v_detail  text;
begin
  begin
    perform app.check_reversal(p_entry, p_admin);
  exception when sqlstate 'PT400' then
    get stacked diagnostics v_slug = message_text, v_detail = pg_exception_detail;
  end;
  return jsonb_build_object(
    'cannot', coalesce(nullif(v_detail, '')::jsonb ->> 'because', v_slug),
    'asked', case when v_open.id is not null then jsonb_build_object(
      'by', app.person_ref(v_open.asked_by), 'byYou', v_open.asked_by = p_admin, 'at', app.instant(v_open.asked_at),
      'reason', v_open.reason, 'until', app.instant(v_open.asked_at + app.reversal_window())) end,
    'earlier', (
      select coalesce(jsonb_agg(jsonb_build_object('by', app.person_ref(r.asked_by), 'at', app.instant(r.asked_at),
                                                   'reason', r.reason) order by r.id), '[]')
        from app.review_reversals r where r.entry_id = p_entry.id));
end
$function$;
revoke all on function app.reversal_offer(app.review_entries,uuid) from public;

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
    when 'report' then '{"state": "in_review", "state_reason": "reopened", "incident_id": null, "photos": []}'
    when 'feedback' then '{"state": "held", "state_reason": "reopened"}'
    when 'collection_entry' then '{"state": "in_review"}'
    else '{"state": "disputed", "lifecycle": "active"}' end::jsonb;
  return v_kept;
end
$function$;
revoke all on function app.snapshot_to_reverse(app.review_entries) from public;

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
         decision = '{}', batch_id = null, escalated_by = (v_kept.before ->> 'escalated_by')::uuid
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

CREATE OR REPLACE FUNCTION app.is_already_undone(p_entry app.review_entries, p_admin uuid, p_version integer, p_reason text)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  return exists (
    select from app.audit_log l
     where l.subject_kind = 'review_entry' and l.subject_id = p_entry.id::text and l.action in ('review.undone', 'review.reversed')
       and l.actor_id = p_admin and l.reason = p_reason and (l.detail ->> 'version')::int = p_version
       and p_entry.version = p_version + 1);
end
$function$;
revoke all on function app.is_already_undone(app.review_entries,uuid,integer,text) from public;

CREATE OR REPLACE FUNCTION app.undo_report(p_report uuid, p_kept app.review_snapshots, p_actor uuid)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  v_now  app.reports;
  v_was  app.reports;
  v_back boolean;
begin
  select * into v_now from app.reports r where r.id = p_report;
  v_was := jsonb_populate_record(v_now, p_kept.before);
  perform app.check_report_undo(v_now, v_was, p_kept);
  v_back := app.is_permanently_gone(v_was.incident_id);
  perform app.expire_if_over(v_now.incident_id);
  perform app.expire_if_over(v_was.incident_id);
  update app.report_photos p set state = 'pending', decided_at = null
   where p.report_id = p_report and p_kept.before -> 'photos' ? p.id::text;
  if v_was.state <> v_now.state then
    update app.frozen_weeks f set is_wrong = true where f.week = v_now.counted_week;
    update app.reports r
       set category = v_was.category, visibility = v_was.visibility, injury = v_was.injury, lat = v_was.lat, lng = v_was.lng,
           stop_id = v_was.stop_id, corridor_id = v_was.corridor_id, vehicle_id = v_was.vehicle_id,
           vehicle_plate = v_was.vehicle_plate, occurred_at = v_was.occurred_at, note = v_was.note,
           note_flags = v_was.note_flags, original = v_was.original, asked = v_was.asked, answer_by = v_was.answer_by,
           duplicate_of = v_was.duplicate_of, incident_id = v_was.incident_id, counted_week = null
     where r.id = p_report;
    perform app.move_report(p_report, v_was.state, v_was.state_reason, p_actor);
  end if;
  if v_now.incident_id is distinct from v_was.incident_id then
    if v_now.incident_id is not null then
      perform app.undo_vehicle_merge(v_now, p_actor);
      insert into app.incident_events (incident_id, at, kind) values (v_now.incident_id, app.now(), 'left');
      perform app.reconsider_incident(v_now.incident_id, 'undone');
    end if;
  end if;
  if v_back then
    perform app.restore_incident(v_was.incident_id, p_kept.before ->> 'lifecycle', 'restored',
                                    jsonb_build_object('decidedBy', p_actor));
  elsif v_was.incident_id is not null then
    perform app.reconsider_incident(v_was.incident_id, 'undone');
  end if;
end
$function$;
revoke all on function app.undo_report(uuid,app.review_snapshots,uuid) from public;
