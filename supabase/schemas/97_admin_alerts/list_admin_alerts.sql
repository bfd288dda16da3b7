-- The newest alerts, or those after one, how many the caller has not read, and how they want to be told. An alert about
-- a sensitive report has the full hour as its time.
--
-- Definer: no role may touch alerts. It writes what is overdue by now.
-- Fails with: unauthenticated, role_required
create function api.list_admin_alerts(p_after bigint default null)
returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  v_admin    uuid := app.require_role('admin');
  v_settings app.admin_alert_settings;
begin
  perform app.alert_admins_of_delays();
  -- Who looks for the first time has read what is older than a day.
  insert into app.admin_alert_settings (user_id, read_to)
  values (v_admin, (select coalesce(max(a.id), 0) from app.admin_alerts a where a.at < app.now() - interval '1 day'))
  on conflict do nothing;
  select * into v_settings from app.admin_alert_settings s where s.user_id = v_admin;
  return jsonb_build_object(
    'data', (select coalesce(jsonb_agg(app.admin_alert_response(a, v_settings.read_to) order by a.id desc), '[]')
               from (select * from app.admin_alerts n
                      where n.id > coalesce(p_after, 0) order by n.id desc limit 50) a),
    'unread', (select count(*) from app.admin_alerts a where a.id > v_settings.read_to),
    'email', v_settings.mails);
end
$$;
grant execute on function api.list_admin_alerts to authenticated;

-- With what a list of the queue says of its entry: category, area and plate, no exact place; and when that is or was due.
create function app.admin_alert_response(p_alert app.admin_alerts, p_read_to bigint)
returns jsonb language plpgsql stable set search_path = '' as $$
declare
  v_entry app.review_entries;
  v_about jsonb;
begin
  select * into v_entry from app.review_entries e where e.id = p_alert.subject_id;
  if found then
    v_about := app.review_about(v_entry);
  end if;
  return jsonb_build_object(
    'id', p_alert.id, 'kind', p_alert.kind, 'subjectId', p_alert.subject_id,
    'at', app.admin_instant(p_alert.at, p_alert.kind = 'assault' or app.is_sensitive_entry(p_alert.subject_id)),
    'isRead', p_alert.id <= p_read_to, 'entryKind', p_alert.detail -> 'entryKind', 'title', p_alert.detail -> 'title',
    'note', p_alert.detail -> 'note', 'category', v_about -> 'category', 'plate', v_about -> 'plate',
    'area', coalesce(v_about ->> 'placeName', v_about ->> 'corridor'), 'dueAt', app.instant(v_entry.due_at));
end
$$;

create function app.is_sensitive_entry(p_entry uuid)
returns boolean language plpgsql stable set search_path = '' as $$
begin
  return (select app.is_sensitive_subject(e.kind, e.subject_id) from app.review_entries e where e.id = p_entry) is true;
end
$$;

-- Mark alerts as read, up to one. Reading never goes back. Definer as above.
-- Fails with: unauthenticated, role_required
create function api.read_admin_alerts(p_to bigint)
returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  v_admin uuid := app.require_role('admin');
begin
  insert into app.admin_alert_settings as s (user_id, read_to)
  values (v_admin, least(p_to, (select coalesce(max(a.id), 0) from app.admin_alerts a)))
  on conflict (user_id) do update set read_to = greatest(s.read_to, excluded.read_to);
  return api.list_admin_alerts();
end
$$;
grant execute on function api.read_admin_alerts to authenticated;

-- Choose mails: none, at once, or once a day. What came before the choice is not mailed. Definer as above.
-- Fails with: unauthenticated, role_required, invalid_request
create function api.choose_admin_alerts(p_email text, p_locale text default null)
returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  v_admin    uuid := app.require_role('admin');
  v_last     bigint := (select coalesce(max(a.id), 0) from app.admin_alerts a);
  v_locale   text := coalesce(p_locale, app.first_language());
  v_settings app.admin_alert_settings;
begin
  perform app.check_fields(array[
    ('email', 'invalid_value', p_email in ('off', 'at_once', 'digest')),
    ('locale', 'invalid_value', app.is_language(v_locale))]::app.field_check[]);
  perform api.list_admin_alerts();
  update app.admin_alert_settings s
     set mails = p_email, locale = v_locale,
         mailed_to = case when s.mails = 'off' then v_last else s.mailed_to end,
         mailed_at = case when s.mails = 'off' then app.now() else s.mailed_at end
   where s.user_id = v_admin
  returning * into v_settings;
  perform app.enqueue_admin_mail(v_settings);
  return api.list_admin_alerts();
end
$$;
grant execute on function api.choose_admin_alerts to authenticated;
