-- The name that the caller goes by where a name is shown, like on a certificate; null takes it back.
--
-- Definer: nobody may touch app.profiles directly.
-- Fails with: unauthenticated, invalid_request
create function api.choose_display_name(p_display_name text)
returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
declare
  v_user uuid := app.require_user();
  v_name text := nullif(btrim(regexp_replace(p_display_name, '\s+', ' ', 'g')), '');
begin
  if char_length(v_name) > 80 or not app.is_one_line(v_name) then
    perform app.fail('invalid_request', '{"path": "displayName"}');
  end if;
  -- The language that a new row holds is the one that the caller has had without it.
  insert into app.profiles (user_id, display_name, locale, updated_at)
  values (v_user, v_name, app.reading_locale(), app.now())
  on conflict (user_id) do update set display_name = excluded.display_name, updated_at = excluded.updated_at;
  return jsonb_build_object('displayName', v_name);
end
$$;
grant execute on function api.choose_display_name to authenticated;
