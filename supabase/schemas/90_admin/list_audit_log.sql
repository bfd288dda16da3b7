-- Entries of the log that match all of the filters, newest first: a page of app.page. `p_action` is a whole action, or
-- its noun; a subject is also found as a member of a bulk decision. Days are local days, both included.
-- Fails with: invalid_request
create function app.audit_page(
  p_action text, p_subject_kind text, p_subject_id text, p_actor_id uuid, p_from date, p_to date, p_limit int, p_after jsonb)
returns jsonb language plpgsql stable set search_path = '' as $$
begin
  if p_from > p_to then
    perform app.fail('invalid_request', '{"path": "from", "code": "out_of_range"}');
  end if;
  return app.page(array(
    select jsonb_build_object(
             'row', jsonb_build_object(
               'id', l.id::text, 'at', app.instant(l.at), 'actor', app.person_ref(l.actor_id), 'action', l.action,
               'subjectKind', l.subject_kind, 'subjectId', l.subject_id, 'reason', l.reason,
               'reasonLabel', app.reason_label(l), 'detail', l.detail),
             'key', jsonb_build_object('at', l.at, 'id', l.id))
      from app.audit_log l
     where (p_action is null or p_action in (l.action, split_part(l.action, '.', 1)))
       and (p_subject_kind is null or l.subject_kind = p_subject_kind)
       and (p_subject_id is null or l.subject_id = p_subject_id or l.detail -> 'members' ? p_subject_id)
       and (p_actor_id is null or l.actor_id = p_actor_id)
       and (p_from is null or l.at >= app.city_midnight(p_from))
       and (p_to is null or l.at < app.city_midnight(p_to) + interval '1 day')
       and (p_after is null or (l.at, l.id) < ((p_after ->> 'at')::timestamptz, (p_after ->> 'id')::bigint))
     order by l.at desc, l.id desc
     limit p_limit + 1), p_limit);
end
$$;

-- The label of a reason that is stored in the log as a code, as for review decisions; else null.
create function app.reason_label(p_act app.audit_log)
returns jsonb language plpgsql stable set search_path = '' as $$
begin
  return (
    select r.label
      from app.review_reasons r
     where p_act.subject_kind = 'review_entry' and r.code = p_act.reason
       and (r.kind is null or r.kind = p_act.detail ->> 'kind'));
end
$$;

-- The audit log, newest first; only entries that match all filters.
--
-- Definer: the log is not readable directly.
-- Fails with: unauthenticated, role_required, invalid_request
create function api.list_audit_log(
  p_action text default null, p_subject_kind text default null, p_subject_id text default null,
  p_actor_id uuid default null, p_from date default null, p_to date default null, p_limit int default 20,
  p_after jsonb default null)
returns jsonb language plpgsql stable security definer set search_path = '' as $$
begin
  perform app.require_role('admin');
  return app.audit_page(p_action, p_subject_kind, p_subject_id, p_actor_id, p_from, p_to, app.page_size(p_limit), p_after);
end
$$;
grant execute on function api.list_audit_log to authenticated;

-- The same in pages of up to 5,000, for a file. It is noted.
--
-- Definer: the log is not readable directly.
-- Fails with: unauthenticated, role_required, invalid_request
create function api.export_audit_log(
  p_action text default null, p_subject_kind text default null, p_subject_id text default null,
  p_actor_id uuid default null, p_from date default null, p_to date default null, p_limit int default 1000,
  p_after jsonb default null)
returns jsonb language plpgsql security definer set search_path = '' as $$
begin
  perform app.note_read(app.require_role('admin'), 'export.made', 'export', 'audit_log');
  return app.audit_page(p_action, p_subject_kind, p_subject_id, p_actor_id, p_from, p_to,
                        least(greatest(coalesce(p_limit, 1000), 1), 5000), p_after);
end
$$;
grant execute on function api.export_audit_log to authenticated;
