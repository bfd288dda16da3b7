-- A new alert is mailed to the admins who want that, and sent to the webhook of the settings, if there is one.
create function app.send_admin_alert()
returns trigger language plpgsql security definer set search_path = '' as $$
begin
  perform app.enqueue_admin_mail(s)
     from (select * from app.admin_alert_settings o where o.mails <> 'off' order by o.user_id) s;
  perform app.enqueue('admin_webhook', new.id::text);
  return null;
end
$$;
create trigger send_admin_alert after insert on app.admin_alerts
  for each row execute function app.send_admin_alert();

-- One mail per admin: at once, or from seven in the morning, once a day, for those who want a digest.
create function app.enqueue_admin_mail(p_settings app.admin_alert_settings)
returns void language plpgsql set search_path = '' as $$
declare
  v_now timestamptz := app.now();
  v_day date := app.city_day(v_now);
begin
  if p_settings.mails = 'at_once' then
    perform app.enqueue('admin_mail', p_settings.user_id::text);
  elsif p_settings.mails = 'digest' then
    v_day := greatest(v_day, app.city_day(p_settings.mailed_at) + 1);
    perform app.enqueue('admin_mail', p_settings.user_id::text, greatest(v_now, app.city_midnight(v_day) + interval '7 hours'));
  else
    perform app.cancel_job('admin_mail', p_settings.user_id::text);
  end if;
end
$$;

-- What a mail to an admin says: counts by kind only, because a mail passes through other hands. No place, no plate, no
-- words.
create function app.admin_mail_content(p_user uuid)
returns jsonb language plpgsql stable set search_path = '' as $$
begin
  return (
    select jsonb_build_object('userId', s.user_id, 'to', u.email, 'how', s.mails, 'locale', s.locale,
                              'lastId', n.last_id, 'kinds', n.kinds)
      from app.admin_alert_settings s
      join auth.users u on u.id = s.user_id and u.deleted_at is null and u.email_confirmed_at is not null
     cross join lateral (
       select max(k.last_id) as last_id, jsonb_object_agg(k.kind, k.n) as kinds
         from (select a.kind, count(*) as n, max(a.id) as last_id from app.admin_alerts a
                where a.id > s.mailed_to group by a.kind) k) n
     where s.user_id = p_user and s.mails <> 'off' and n.last_id is not null
       and exists (select from app.user_roles r where r.user_id = s.user_id and r.role = 'admin'));
end
$$;

create function app.admin_mail_sent(p_sent jsonb)
returns void language plpgsql set search_path = '' as $$
begin
  update app.admin_alert_settings s
     set mailed_to = greatest(s.mailed_to, (p_sent ->> 'lastId')::bigint), mailed_at = app.now()
   where s.user_id = (p_sent ->> 'userId')::uuid;
end
$$;

-- What the webhook is told of an alert: its kind, and when; of a sensitive report the full hour.
create function app.admin_webhook_content(p_alert bigint)
returns jsonb language plpgsql stable set search_path = '' as $$
begin
  return (
    select jsonb_build_object(
             'kind', a.kind, 'at', app.admin_instant(a.at, a.kind = 'assault' or app.is_sensitive_entry(a.subject_id)))
      from app.admin_alerts a where a.id = p_alert);
end
$$;

-- For the account's own export, and its deletion.
create function app.export_admin_alerts_of(p_user uuid)
returns jsonb language plpgsql stable set search_path = '' as $$
begin
  return (select jsonb_build_object('email', s.mails, 'locale', s.locale)
            from app.admin_alert_settings s where s.user_id = p_user);
end
$$;

create function app.erase_admin_alerts_of(p_user uuid)
returns void language plpgsql set search_path = '' as $$
begin
  delete from app.admin_alert_settings s where s.user_id = p_user;
end
$$;
