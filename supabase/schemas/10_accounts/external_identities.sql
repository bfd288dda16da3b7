-- Find the account that a person of an OpenID Connect issuer signs in to. `p_email` is the e-mail address that the issuer
-- verified. `outcome` is
--   linked  with the account's own e-mail address, which may differ from the issuer's by now;
--   exists  when somebody else's proof is needed first: an account with that address, which this person has not linked;
--   new     when no account has that address.
-- An account that was signed up for but never confirmed belongs to nobody and is deleted: whoever made it knows its
-- password, and confirming it here would let them in.
--
-- Definer: nobody may touch schema auth directly.
-- Fails with: invalid_request
create function api.find_external_account(p_issuer text, p_subject text, p_email text)
returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  v_email  text := lower(btrim(p_email));
  v_linked text;
begin
  if p_issuer is null or p_subject is null or v_email is null then
    perform app.fail('invalid_request');
  end if;
  select u.email into v_linked
    from app.external_identities e join auth.users u on u.id = e.user_id
   where e.issuer = p_issuer and e.subject = p_subject;
  if v_linked is not null then
    return jsonb_build_object('outcome', 'linked', 'email', v_linked);
  end if;
  delete from auth.users u where u.email = v_email and u.email_confirmed_at is null;
  return jsonb_build_object(
    'outcome', case when exists (select from auth.users u where u.email = v_email) then 'exists' else 'new' end,
    'email', v_email);
end
$$;
grant execute on function api.find_external_account
  to rider_server, surveyor_server, learning_server, admin_server, api_server;

-- Link a person of an issuer to an account, after they signed in to it or it was made for them. Idempotent; a person who
-- is linked to another account stays linked to that one.
--
-- Definer: nobody may touch this table directly.
-- Fails with: not_found, forbidden
create function api.link_external_identity(p_issuer text, p_subject text, p_user_id uuid)
returns jsonb language plpgsql security definer set search_path = '' as $$
begin
  if not exists (select from auth.users u where u.id = p_user_id and u.email_confirmed_at is not null) then
    perform app.fail('not_found');
  end if;
  insert into app.external_identities (issuer, subject, user_id, linked_at)
  values (p_issuer, p_subject, p_user_id, app.now())
  on conflict (issuer, subject) do nothing;
  if not exists (select from app.external_identities e
                  where e.issuer = p_issuer and e.subject = p_subject and e.user_id = p_user_id) then
    perform app.fail('forbidden');
  end if;
  return jsonb_build_object('linked', true);
end
$$;
grant execute on function api.link_external_identity
  to rider_server, surveyor_server, learning_server, admin_server, api_server;
