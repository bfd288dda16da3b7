-- Mails to people about what an admin did to their account, until the mail server has accepted them.
create table app.account_notices (
  user_id  uuid not null,
  kind     text not null check (kind in ('second_factor_reset')),
  due_at   timestamptz not null,
  attempts int not null default 0,
  primary key (user_id, kind)
);
alter table app.account_notices enable row level security;

-- Remove the second factor of a colleague who lost phone and recovery codes, with the admin's own password fresh. The
-- colleague signs in with the password alone, sets up another one, and is told by e-mail. Without a factor nothing
-- changes. An admin's own is removed under their account instead.
--
-- Definer: nobody may touch these tables directly.
-- Fails with: unauthenticated, role_required, second_factor_required, password_required, invalid_request, own_roles,
-- not_found
create function api.reset_second_factor(p_user_id uuid, p_reason text)
returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  v_admin uuid := app.require_role('admin');
begin
  perform app.check_reason(p_reason);
  perform app.require_fresh_password(v_admin);
  if p_user_id = v_admin then
    perform app.fail('own_roles');
  end if;
  perform app.require_found(app.is_known(p_user_id));
  delete from app.second_factors f where f.user_id = p_user_id and f.confirmed_at is not null;
  if found then
    update app.proven_sessions s set second_factor_at = null where s.user_id = p_user_id;
    perform app.audit(v_admin, 'user.second_factor_reset', 'user', p_user_id::text, btrim(p_reason));
    insert into app.account_notices as n (user_id, kind, due_at)
    values (p_user_id, 'second_factor_reset', app.now())
    on conflict (user_id, kind) do update set due_at = excluded.due_at, attempts = 0;
  end if;
  return app.user_response(p_user_id) || jsonb_build_object('you', false);
end
$$;
grant execute on function api.reset_second_factor to authenticated;

-- The notices to mail now. One that is not finished is due again after 1, 4, 16 and 64 minutes, and dropped after the
-- fifth attempt. For the process that has the mail server. Definer: no role may touch these tables, or e-mail addresses.
create function api.claim_account_notices()
returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  v_now     timestamptz := app.now();
  v_notices jsonb;
begin
  delete from app.account_notices n where n.attempts >= 5 and n.due_at <= v_now;
  with due as (
    select n.user_id, n.kind from app.account_notices n where n.due_at <= v_now limit 50 for update skip locked
  ), claimed as (
    update app.account_notices n set due_at = v_now + power(4, n.attempts) * interval '1 minute', attempts = n.attempts + 1
      from due d where (n.user_id, n.kind) = (d.user_id, d.kind)
    returning n.user_id, n.kind
  )
  select coalesce(jsonb_agg(jsonb_build_object('userId', c.user_id, 'kind', c.kind, 'to', u.email)), '[]') into v_notices
    from claimed c join auth.users u on u.id = c.user_id and u.deleted_at is null and u.email_confirmed_at is not null;
  return v_notices;
end
$$;
grant execute on function api.claim_account_notices to service_role;

-- A notice was accepted by the mail server. Definer as above.
create function api.finish_account_notice(p_user_id uuid, p_kind text)
returns jsonb language plpgsql security definer set search_path = '' as $$
begin
  delete from app.account_notices n where n.user_id = p_user_id and n.kind = p_kind;
  return '{"finished": true}';
end
$$;
grant execute on function api.finish_account_notice to service_role;
