-- The caller's profile: identity from the token, roles and language from our own tables.
--
-- Definer: roles are not readable by anyone directly.
-- Fails with: unauthenticated
create function api.get_current_user()
returns jsonb language plpgsql stable security definer set search_path = '' as $$
declare
  v_user    uuid := app.require_user();
  v_profile app.profiles;
begin
  select * into v_profile from app.profiles p where p.user_id = v_user;
  return jsonb_build_object(
    'id', v_user,
    'email', app.claims() ->> 'email',
    'displayName', v_profile.display_name,
    'locale', app.reading_locale(),
    'roles', app.roles_of(v_user),
    'needsSecondFactor', app.needs_second_factor(v_user),
    'lacksSecondFactor', app.lacks_second_factor(v_user));
end
$$;
grant execute on function api.get_current_user to authenticated;

-- Every role of a user, the implicit one first.
create function app.roles_of(p_user uuid)
returns text[] language plpgsql stable set search_path = '' as $$
begin
  return array['rider'] || array(select r.role from app.user_roles r where r.user_id = p_user order by r.role desc);
end
$$;

-- The language of the response: the requested one, else the caller's own choice, if the city still has it, else the
-- city's first.
-- Fails with: invalid_request
create function app.reading_locale(p_locale text default null)
returns text language plpgsql stable set search_path = '' as $$
begin
  if not app.is_language(p_locale) then
    perform app.fail('invalid_request', '{"path": "locale"}');
  end if;
  return coalesce(
    p_locale,
    (select p.locale from app.profiles p where p.user_id = app.user_id() and app.is_language(p.locale)),
    -- Users can edit their token's metadata.
    (select l.locale from (select app.claims() -> 'user_metadata' ->> 'locale' as locale) l where app.is_language(l.locale)),
    app.first_language());
end
$$;

-- Set the display name of the caller, for example on a certificate; null removes it. Stored with composed letters, as
-- fonts have them.
--
-- Definer: nobody may touch app.profiles directly.
-- Fails with: unauthenticated, invalid_request
create function api.choose_display_name(p_display_name text)
returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  v_user uuid := app.require_user();
  v_name text := normalize(nullif(btrim(regexp_replace(p_display_name, '\s+', ' ', 'g')), ''), nfc);
begin
  if char_length(v_name) > 80 or not app.is_one_line(v_name) then
    perform app.fail('invalid_request', '{"path": "displayName"}');
  elsif not app.is_printable(v_name) then
    perform app.fail('invalid_request', '{"path": "displayName", "code": "unprintable"}');
  end if;
  -- A new row gets the language that applied to the caller without one.
  insert into app.profiles (user_id, display_name, locale, updated_at)
  values (v_user, v_name, app.reading_locale(), app.now())
  on conflict (user_id) do update set display_name = excluded.display_name, updated_at = excluded.updated_at;
  return jsonb_build_object('displayName', v_name);
end
$$;
grant execute on function api.choose_display_name to authenticated;
