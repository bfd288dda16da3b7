-- An account belongs to whoever reads the mail of its address. Anybody can sign up under an address that is not theirs,
-- at a Supabase project also straight at Auth, with a password and metadata of their own. Until the address is proven,
-- an account therefore keeps neither, and what it had before ends with the proof: so a password is always one that
-- somebody set who had proven the address. A rule of the database, because Auth accepts a proof in many ways (a code, a
-- link, a recovery, an issuer), with and without our apps.
--
-- Nobody changes the address of their account: the new one would be proven by its owner, and the account with all its
-- sessions would still be that of whoever asked. Where an operator changes it, the account starts anew as well.
--
-- Definer: nobody may touch schema auth directly.
-- Fails with: forbidden
create function app.empty_unproven_account()
returns trigger language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'UPDATE' then
    if nullif(new.email_change, '') is distinct from nullif(old.email_change, '') and new.email_change <> '' then
      perform app.fail('forbidden');
    end if;
    if new.email_confirmed_at is not null and old.email_confirmed_at is not null
       and new.email is not distinct from old.email then
      return new;
    end if;
    delete from auth.sessions s where s.user_id = new.id;
  elsif new.email_confirmed_at is not null then
    return new; -- an operator's import
  end if;
  new.encrypted_password := ''; -- no password matches it
  new.raw_user_meta_data := '{}';
  return new;
end
$$;

create trigger empty_unproven_account
  before insert or update of email, email_change, email_confirmed_at, encrypted_password, raw_user_meta_data on auth.users
  for each row execute function app.empty_unproven_account();
