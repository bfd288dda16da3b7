-- Nothing is final by age: after the 24 hours of undo_review_decision a decision is reversed by two admins. One asks
-- with a reason, another agrees with a reason within seven days; then the entry is pending again, with its subject. What
-- was rejected or a duplicate is reopened by one (reopen_review_entry). Both reasons are in the history of the entry and
-- in the audit log, and the counts of the week that the subject was counted in are corrected with the next publication.
--
-- `because` of an invalid_transition, besides those of an undo: `can_be_undone` and `can_be_reopened` (one admin is
-- enough), `already_asked`, `not_asked` (withdrawn, expired or agreed to), `asked_by_you`, `asked_by_other`.

-- Ask for the agreement of a colleague, who gets an alert. Repeating it by the same admin changes nothing.
--
-- Definer: neither the queue nor any subject is readable directly.
-- Fails with: unauthenticated, role_required, invalid_request, not_found, own_submission, version_conflict,
-- invalid_transition
create function api.ask_review_reversal(p_id uuid, p_version int, p_reason text)
returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  v_admin uuid := app.require_role('admin');
  v_entry app.review_entries;
  v_open  app.review_reversals;
  v_id    bigint;
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
    values (p_id, v_admin, app.now(), btrim(p_reason)) returning id into v_id;
    perform app.audit(v_admin, 'review.reversal_asked', 'review_entry', p_id::text, btrim(p_reason), jsonb_build_object(
      'kind', v_entry.kind, 'subjectId', v_entry.subject_id, 'decision', v_entry.state));
    insert into app.admin_alerts (at, kind, subject_id, event_id, detail)
    values (app.now(), 'reversal', p_id, v_id, jsonb_build_object('entryKind', v_entry.kind));
  end if;
  return app.review_response(v_entry, v_admin);
end
$$;
grant execute on function api.ask_review_reversal to authenticated;

-- Take the request back. Without an own open one nothing changes.
--
-- Definer: as above.
-- Fails with: unauthenticated, role_required, not_found, invalid_transition
create function api.withdraw_review_reversal(p_id uuid)
returns jsonb language plpgsql security definer set search_path = '' as $$
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
$$;
grant execute on function api.withdraw_review_reversal to authenticated;

-- Agree to what a colleague asked for: the decision is reversed. Of two who agree, the second gets a version conflict.
--
-- Definer: as above.
-- Fails with: unauthenticated, role_required, invalid_request, not_found, own_submission, version_conflict,
-- invalid_transition
create function api.agree_to_review_reversal(p_id uuid, p_version int, p_reason text)
returns jsonb language plpgsql security definer set search_path = '' as $$
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
$$;
grant execute on function api.agree_to_review_reversal to authenticated;

-- Fails with: not_found, version_conflict
create function app.entry_to_reverse(p_id uuid, p_version int)
returns app.review_entries language plpgsql set search_path = '' as $$
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
$$;

-- The request that still waits for an agreement; who is no admin any more has none.
create function app.open_reversal(p_entry uuid)
returns app.review_reversals language plpgsql stable set search_path = '' as $$
declare
  v_open app.review_reversals;
begin
  select * into v_open from app.review_reversals r
   where r.entry_id = p_entry and r.ended_at is null and r.asked_at > app.now() - app.reversal_window()
     and 'admin' = any (app.roles_of(r.asked_by)) and not exists (
       select from app.suspended_users u where u.user_id = r.asked_by);
  return v_open;
end
$$;

-- Of photos that were added to a report alone nothing is reversed: the report stands by another decision.
-- Fails with: own_submission, invalid_transition
create function app.check_reversal(p_entry app.review_entries, p_admin uuid)
returns void language plpgsql stable set search_path = '' as $$
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
$$;

-- What a page offers of it: the request that waits, and why this admin could not ask for one, as a code; null where they
-- could.
create function app.reversal_offer(p_entry app.review_entries, p_admin uuid)
returns jsonb language plpgsql stable set search_path = '' as $$
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
$$;

-- For a reversal: the subject as it would be without the decision, without the data that an undo keeps for a day.
create function app.snapshot_to_reverse(p_entry app.review_entries)
returns app.review_snapshots language plpgsql stable set search_path = '' as $$
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
$$;
