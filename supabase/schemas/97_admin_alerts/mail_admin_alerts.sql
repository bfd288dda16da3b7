-- The mails to send now: to each admin who wants them at once, and from seven in the morning, once a day, to those who
-- want a digest. Counts by kind only, because a mail passes through other hands: no place, no plate, no words. Claimed
-- for a minute; what is not finished by then is due again.
--
-- For the process that has the mail server. Definer: no role may touch alerts, or e-mail addresses.
create function api.claim_admin_mails()
returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  v_now  timestamptz := app.now();
  v_mails jsonb;
begin
  perform app.alert_admins_of_delays();
  with due as (
    select s.user_id, s.mails as how, s.locale, u.email as address, n.last_id, n.kinds
      from app.admin_alert_settings s
      join auth.users u on u.id = s.user_id and u.deleted_at is null and u.email_confirmed_at is not null
     cross join lateral (
       select max(k.last_id) as last_id, jsonb_object_agg(k.kind, k.n) as kinds
         from (select a.kind, count(*) as n, max(a.id) as last_id from app.admin_alerts a
                where a.id > s.mailed_to group by a.kind) k) n
     where n.last_id is not null and s.claimed_until <= v_now
       and exists (select from app.user_roles r where r.user_id = s.user_id and r.role = 'admin')
       and (s.mails = 'at_once'
            or (s.mails = 'digest' and app.city_day(s.mailed_at) < app.city_day(v_now)
                and extract(hour from app.city_time(v_now)) >= 7))
     limit 50
  ), claimed as (
    update app.admin_alert_settings s set claimed_until = v_now + interval '1 minute'
      from due d where s.user_id = d.user_id
    returning d.*
  )
  select coalesce(jsonb_agg(jsonb_build_object('userId', c.user_id, 'to', c.address, 'how', c.how, 'locale', c.locale,
                                               'lastId', c.last_id, 'kinds', c.kinds)), '[]') into v_mails from claimed c;
  return v_mails;
end
$$;
grant execute on function api.claim_admin_mails to service_role;

-- A mail was accepted by the mail server. Definer as above.
create function api.finish_admin_mail(p_user_id uuid, p_last_id bigint)
returns jsonb language plpgsql security definer set search_path = '' as $$
begin
  update app.admin_alert_settings s
     set mailed_to = greatest(s.mailed_to, p_last_id), mailed_at = app.now(), claimed_until = '-infinity'
   where s.user_id = p_user_id;
  return '{"finished": true}';
end
$$;
grant execute on function api.finish_admin_mail to service_role;

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
