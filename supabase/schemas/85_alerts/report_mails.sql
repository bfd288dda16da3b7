-- Ask for mails about what becomes of a report, at an e-mail address that is given with the receipt code; or, without
-- one, end them. One address per report: another one replaces it. At most five reports mail the same address, because
-- nobody has to prove that it is theirs.
--
-- Only for the apps' servers, which rate limit guesses of the code. Definer: no role may touch reports.
-- Fails with: not_found, invalid_request, invalid_transition, rate_limited
create function api.mail_receipt(p_code text, p_email text default null, p_locale text default 'en')
returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  v_report app.reports := app.report_by_receipt(p_code);
begin
  if p_email is null then
    delete from app.report_mails m where m.report_id = v_report.id;
    return app.receipt_response(v_report.id);
  end if;
  perform app.check_fields(array[
    ('email', 'invalid_value', p_email ~ '^[^@[:space:]]+@[^@[:space:]]+[.][^@[:space:]]+$' and char_length(p_email) <= 254),
    ('locale', 'invalid_value', p_locale in ('en', 'sw'))]::app.field_check[]);
  perform app.check_report_is_open(v_report);
  perform pg_advisory_xact_lock(hashtextextended('report_mails ' || lower(p_email), 0));
  if (select count(*) from app.report_mails m where lower(m.address) = lower(p_email) and m.report_id <> v_report.id) >= 5 then
    perform app.fail('rate_limited', '{"retryAfterS": 86400}');
  end if;
  perform app.start_report_mails(v_report, null, p_email, p_locale);
  return app.receipt_response(v_report.id);
end
$$;
grant execute on function api.mail_receipt to service_role;

-- The same for one of the caller's own reports, at the e-mail address of the account. Definer as above.
-- Fails with: unauthenticated, not_found, invalid_request, invalid_transition
create function api.mail_own_report(p_id uuid, p_is_on boolean, p_locale text default 'en')
returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  v_user   uuid := app.require_user();
  v_report app.reports;
begin
  select * into v_report from app.reports r where r.id = p_id and r.reporter_id = v_user for update;
  perform app.require_found(v_report.id is not null);
  perform app.check_fields(array[
    ('isOn', 'required', p_is_on is not null),
    ('locale', 'invalid_value', p_locale in ('en', 'sw'))]::app.field_check[]);
  if p_is_on then
    perform app.check_report_is_open(v_report);
    perform app.start_report_mails(v_report, v_user, null, p_locale);
  else
    delete from app.report_mails m where m.report_id = v_report.id;
  end if;
  return app.own_report(v_report);
end
$$;
grant execute on function api.mail_own_report to authenticated;

create function app.start_report_mails(p_report app.reports, p_user uuid, p_address text, p_locale text)
returns void language plpgsql set search_path = '' as $$
begin
  insert into app.report_mails as m
    (report_id, report_version, user_id, address, locale, mailed_outcome, due_at, created_at)
  values (p_report.id, p_report.version, p_user, p_address, p_locale, app.report_outcome(p_report), app.now(), app.now())
  on conflict (report_id) do update
    set (user_id, address, locale) = (excluded.user_id, excluded.address, excluded.locale);
end
$$;

create function app.is_report_mailed(p_report uuid)
returns boolean language plpgsql stable set search_path = '' as $$
begin
  return exists (select from app.report_mails m where m.report_id = p_report);
end
$$;

-- The state of a report as far as its reporter is mailed about it: to be accepted and to be counted are one.
create function app.report_outcome(p_report app.reports)
returns text stable
return case when app.visible_state(p_report) = 'linked' then 'accepted' else app.visible_state(p_report) end;

-- End the mails about a report, by the link in them. Idempotent. Definer as above.
create function api.stop_report_mails(p_id uuid)
returns jsonb language plpgsql security definer set search_path = '' as $$
begin
  delete from app.report_mails m where m.id = p_id;
  return '{"stopped": true}';
end
$$;
grant execute on function api.stop_report_mails to service_role;

-- The mails to send now. A decision is mailed once it has stood for five minutes, because it may be a slip that is undone;
-- what the reporter did is not mailed. `outcome` is null for a report that is not public: a mail passes through other
-- hands, so it says only that there is news. One that is not finished is due again after 1, 4, 16, 64, 256 and 1024
-- minutes, and given up after the seventh attempt. Several processes may call this.
--
-- For the process that has the mail server. Definer: no role may touch reports, or e-mail addresses.
create function api.claim_report_mails()
returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  v_now   timestamptz := app.now();
  v_mails jsonb;
begin
  with changed as (
    select m.id, r.version, o.outcome, o.outcome is distinct from coalesce(m.new_outcome, m.mailed_outcome) as is_news
      from app.report_mails m join app.reports r on r.id = m.report_id,
           lateral (select app.report_outcome(r) as outcome offset 0) o
     -- The time for an answer runs out without a new version.
     where r.version <> m.report_version or r.state = 'needs_info' and r.answer_by <= v_now
  )
  update app.report_mails m
     set report_version = c.version,
         mailed_outcome = case when c.outcome in ('received', 'in_review', 'withdrawn') then c.outcome else m.mailed_outcome end,
         new_outcome = case when c.outcome not in ('received', 'in_review', 'withdrawn', m.mailed_outcome) then c.outcome end,
         due_at = case when c.is_news then v_now + interval '5 minutes' else m.due_at end,
         attempts = case when c.is_news then 0 else m.attempts end
    from changed c where c.id = m.id;
  with due as (
    select m.id from app.report_mails m
     where m.new_outcome is not null and m.due_at <= v_now and m.attempts < 7
     order by m.due_at limit 50 for update skip locked
  ), claimed as (
    update app.report_mails m
       set due_at = v_now + power(4, m.attempts) * interval '1 minute', attempts = m.attempts + 1
      from due where m.id = due.id
    returning m.*
  )
  select coalesce(jsonb_agg(jsonb_build_object(
           'id', c.id, 'to', coalesce(c.address, u.email), 'locale', c.locale, 'newOutcome', c.new_outcome,
           'outcome', case when r.visibility = 'public' then c.new_outcome end, 'hasAccount', c.user_id is not null)), '[]')
    into v_mails
    from claimed c join app.reports r on r.id = c.report_id
    left join auth.users u on u.id = c.user_id and u.deleted_at is null and u.email_confirmed_at is not null
   where coalesce(c.address, u.email) is not null;
  return v_mails;
end
$$;
grant execute on function api.claim_report_mails to service_role;

-- The mail server accepted a mail. Stored once, however often this is called. Definer as above.
create function api.finish_report_mail(p_id uuid, p_outcome text)
returns jsonb language plpgsql security definer set search_path = '' as $$
begin
  update app.report_mails m set mailed_outcome = m.new_outcome, new_outcome = null, attempts = 0
   where m.id = p_id and m.new_outcome = p_outcome;
  return '{"finished": true}';
end
$$;
grant execute on function api.finish_report_mail to service_role;
