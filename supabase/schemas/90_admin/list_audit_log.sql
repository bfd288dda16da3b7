-- Entries of the log that match all of the filters, newest first: a page of app.page. `p_action` is a whole action, or
-- its noun; a subject is also found as a member of a bulk decision. `p_q` is looked for in the reason and in what an event
-- is about, of the last 90 days where no first day is given. Days are local days, both included.
-- Fails with: invalid_request
create function app.audit_page(
  p_action text, p_subject_kind text, p_subject_id text, p_actor_id uuid, p_from date, p_to date, p_limit int, p_after jsonb,
  p_q text default null)
returns jsonb language plpgsql stable set search_path = '' as $$
declare
  v_like text := app.like_pattern_of_key(p_q);
  v_of   bigint[];
begin
  if p_from > p_to then
    perform app.fail('invalid_request', '{"path": "from", "code": "out_of_range"}');
  end if;
  if p_subject_id is not null then
    v_of := array(
      select l.id from app.audit_log l
       where l.subject_id = p_subject_id and (p_subject_kind is null or l.subject_kind = p_subject_kind)
      union
      select l.id from app.audit_log l
       where l.detail -> 'members' ? p_subject_id and (p_subject_kind is null or p_subject_kind = 'review_entry'));
  end if;
  return app.page(array(
    select jsonb_build_object(
             'row', jsonb_build_object(
               'id', l.id::text, 'at', app.instant(l.at), 'actor', app.person_ref(l.actor_id), 'action', l.action,
               'subjectKind', l.subject_kind, 'subjectId', l.subject_id, 'reason', l.reason,
               'reasonLabel', app.reason_label(l), 'about', app.audit_about(l), 'detail', l.detail),
             'key', jsonb_build_object('at', l.at, 'id', l.id))
      from app.audit_log l
     where (p_action is null or p_action in (l.action, split_part(l.action, '.', 1)))
       and case when p_subject_id is null then p_subject_kind is null or l.subject_kind = p_subject_kind
                else l.id = any (v_of) end
       and (p_actor_id is null or l.actor_id = p_actor_id)
       and (p_from is null or l.at >= app.city_midnight(p_from))
       and (p_to is null or l.at < app.city_midnight(p_to) + interval '1 day')
       and (p_q is null or ((p_from is not null or l.at > app.now() - interval '90 days')
                            and app.name_key(concat_ws(' ', l.reason, (
                              select string_agg(a.value, ' ') from jsonb_each_text(app.audit_about(l)) a))) like v_like))
       and (p_after is null or (l.at, l.id) < ((p_after ->> 'at')::timestamptz, (p_after ->> 'id')::bigint))
     order by l.at desc, l.id desc
     limit p_limit + 1), p_limit);
end
$$;

-- What an event is about, for whoever reads it: plate, place and category, or the name; only what its subject has. Of a
-- bulk decision the plates. Never who an account belongs to.
create function app.audit_about(p_act app.audit_log)
returns jsonb language plpgsql stable set search_path = '' as $$
declare
  v_kind  text := p_act.subject_kind;
  v_id    uuid := case when p_act.subject_id ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then p_act.subject_id::uuid end;
  v_about jsonb;
begin
  if v_kind = 'review_entry' then
    select e.kind, e.subject_id into v_kind, v_id from app.review_entries e where e.id = v_id;
  end if;
  case v_kind
    when 'report' then
      select jsonb_build_object('plate', app.plate_text(r.vehicle_plate), 'placeName', app.place_name(r.lat, r.lng),
                                'category', r.category) into v_about from app.reports r where r.id = v_id;
    when 'collection_entry' then
      select jsonb_build_object('plate', e.facts ->> 'plate', 'placeName', app.place_name((e.place).lat, (e.place).lng))
        into v_about from app.collection_entries e where e.id = v_id;
    when 'feedback' then
      select jsonb_build_object('plate', v.plate) into v_about
        from app.feedback f join app.vehicles v on v.id = f.vehicle_id where f.id = v_id;
    when 'dispute', 'incident' then
      select jsonb_build_object('plate', app.plate_text(i.vehicle_plate), 'placeName', app.place_name(i.lat, i.lng),
                                'category', i.category) into v_about from app.incidents i where i.id = v_id;
    when 'review_batch' then
      select jsonb_build_object('plate', string_agg(distinct p.plate, ', ')) into v_about
        from (select coalesce(c.facts ->> 'plate', app.plate_text(r.vehicle_plate), v.plate) as plate
                from jsonb_array_elements_text(p_act.detail -> 'members') m
                join app.review_entries e on e.id = m::uuid
                left join app.collection_entries c on c.id = e.subject_id
                left join app.reports r on r.id = e.subject_id
                left join app.feedback f on f.id = e.subject_id
                left join app.vehicles v on v.id = f.vehicle_id) p;
    when 'vehicle' then select jsonb_build_object('plate', v.plate) into v_about from app.vehicles v where v.id = v_id;
    when 'sacco' then select jsonb_build_object('name', s.name) into v_about from app.saccos s where s.id = v_id;
    when 'assignment' then select jsonb_build_object('name', a.title) into v_about from app.assignments a where a.id = v_id;
    else null;
  end case;
  return jsonb_strip_nulls(coalesce(v_about, '{}'));
end
$$;

-- The label of a reason that is stored in the log as a code, as for review decisions; else null.
create function app.reason_label(p_act app.audit_log)
returns jsonb language plpgsql stable set search_path = '' as $$
begin
  return (
    select r.label
      from app.review_reasons r
     where p_act.subject_kind in ('review_entry', 'review_batch') and r.code = p_act.reason
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
  p_after jsonb default null, p_q text default null)
returns jsonb language plpgsql stable security definer set search_path = '' as $$
begin
  perform app.require_role('admin');
  return app.audit_page(p_action, p_subject_kind, p_subject_id, p_actor_id, p_from, p_to, app.page_size(p_limit),
                        p_after, p_q);
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
  p_after jsonb default null, p_q text default null)
returns jsonb language plpgsql security definer set search_path = '' as $$
begin
  perform app.note_read(app.require_role('admin'), 'export.made', 'export', 'audit_log');
  return app.audit_page(p_action, p_subject_kind, p_subject_id, p_actor_id, p_from, p_to,
                        least(greatest(coalesce(p_limit, 1000), 1), 5000), p_after, p_q);
end
$$;
grant execute on function api.export_audit_log to authenticated;
