-- Ask for mails about what becomes of a report, at an e-mail address that is given with the receipt code; or, without
-- one, end them. One address per report: another one replaces it. At most five reports mail the same address, because
-- nobody has to prove that it is theirs.
--
-- Only for the apps' servers, which rate limit guesses of the code. Definer: no role may touch reports.
-- Fails with: not_found, invalid_request, invalid_transition, rate_limited
create function api.mail_receipt(p_code text, p_email text default null, p_locale text default null)
returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  v_report app.reports := app.report_by_receipt(p_code);
  v_locale text := coalesce(p_locale, app.first_language());
begin
  if p_email is null then
    delete from app.report_mails m where m.report_id = v_report.id;
    return app.receipt_response(v_report.id);
  end if;
  perform app.check_fields(array[
    ('email', 'invalid_value', p_email ~ '^[^@[:space:]]+@[^@[:space:]]+[.][^@[:space:]]+$' and char_length(p_email) <= 254),
    ('locale', 'invalid_value', app.is_language(v_locale))]::app.field_check[]);
  perform app.check_report_is_open(v_report);
  perform pg_advisory_xact_lock(hashtextextended('report_mails ' || lower(p_email), 0));
  if (select count(*) from app.report_mails m where lower(m.address) = lower(p_email) and m.report_id <> v_report.id) >= 5 then
    perform app.fail('rate_limited', '{"retryAfterS": 86400}');
  end if;
  perform app.start_report_mails(v_report, null, p_email, v_locale);
  return app.receipt_response(v_report.id);
end
$$;
grant execute on function api.mail_receipt to rider_server;

-- The same for one of the caller's own reports, at the e-mail address of the account. Definer as above.
-- Fails with: unauthenticated, not_found, invalid_request, invalid_transition
create function api.mail_own_report(p_id uuid, p_is_on boolean, p_locale text default null)
returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  v_user   uuid := app.require_user();
  v_report app.reports;
  v_locale text := coalesce(p_locale, app.first_language());
begin
  select * into v_report from app.reports r where r.id = p_id and r.reporter_id = v_user for update;
  perform app.require_found(v_report.id is not null);
  perform app.check_fields(array[
    ('isOn', 'required', p_is_on is not null),
    ('locale', 'invalid_value', app.is_language(v_locale))]::app.field_check[]);
  if p_is_on then
    perform app.check_report_is_open(v_report);
    perform app.start_report_mails(v_report, v_user, null, v_locale);
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
    (report_id, user_id, address, locale, mailed_outcome, created_at)
  values (p_report.id, p_user, p_address, p_locale, app.report_outcome(p_report), app.now())
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
create function api.stop_report_mails(p_id text)
returns jsonb language plpgsql security definer set search_path = '' as $$
begin
  delete from app.report_mails m where m.id = p_id;
  return jsonb_build_object('stopped', true, 'id', p_id);
end
$$;
grant execute on function api.stop_report_mails to rider_server;

-- A report changed, so a mail may be due: once the outcome has stood for five minutes, because a decision may be a slip
-- that is undone. What the reporter did is not mailed.
create function app.enqueue_report_mail()
returns trigger language plpgsql security definer set search_path = '' as $$
declare
  v_outcome text := app.report_outcome(new);
  v_after   interval := interval '5 minutes';
  v_mail    app.report_mails;
begin
  select * into v_mail from app.report_mails m where m.report_id = new.id;
  if v_mail.id is null then
    return null;
  end if;
  if app.is_news_to_reporter(v_outcome, v_mail.mailed_outcome) then
    perform app.enqueue('report_mail', v_mail.id, app.now() + v_after);
  else
    perform app.cancel_job('report_mail', v_mail.id);
  end if;
  if v_outcome in ('received', 'in_review', 'withdrawn') then
    update app.report_mails m set mailed_outcome = v_outcome where m.id = v_mail.id;
  end if;
  -- The time for an answer runs out without a change of the report.
  if v_outcome = 'needs_info' and new.answer_by is not null then
    perform app.enqueue('report_mail', v_mail.id || ' unanswered', new.answer_by + v_after);
  end if;
  return null;
end
$$;
create trigger enqueue_report_mail after update of version, answer_by on app.reports
  for each row when (new.version <> old.version or new.answer_by is distinct from old.answer_by) execute function app.enqueue_report_mail();

create function app.is_news_to_reporter(p_outcome text, p_known text)
returns boolean immutable
return p_outcome not in ('received', 'in_review', 'withdrawn', p_known);

-- What a mail about a report says. `outcome` is null for a report that is not public: a mail passes through other hands,
-- so it says only that there is news. Where an answer is no longer awaited, nothing if another mail is to be sent anyway.
create function app.report_mail_content(p_key text)
returns jsonb language plpgsql stable set search_path = '' as $$
begin
  return (
    select jsonb_build_object(
             'id', m.id, 'to', coalesce(m.address, u.email), 'locale', m.locale, 'newOutcome', o.outcome,
             'outcome', case when r.visibility = 'public' then o.outcome end, 'hasAccount', m.user_id is not null)
      from app.report_mails m join app.reports r on r.id = m.report_id
      left join auth.users u on u.id = m.user_id and u.deleted_at is null and u.email_confirmed_at is not null,
           lateral (select app.report_outcome(r) as outcome offset 0) o
     where m.id = split_part(p_key, ' ', 1) and coalesce(m.address, u.email) is not null
       and app.is_news_to_reporter(o.outcome, m.mailed_outcome)
       and (p_key = m.id
            or not exists (select from app.jobs j where j.task = 'report_mail' and j.key = m.id)));
end
$$;

create function app.report_mail_sent(p_sent jsonb)
returns void language plpgsql set search_path = '' as $$
begin
  update app.report_mails m set mailed_outcome = p_sent ->> 'newOutcome' where m.id = p_sent ->> 'id';
end
$$;
