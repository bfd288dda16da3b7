-- End a key of the caller now. Doing it again changes nothing. Answers its prefix, by which a server forgets what it
-- remembers of the key.
--
-- Definer: nobody may touch app.api_keys directly.
-- Fails with: unauthenticated, not_found
create function api.revoke_api_key(p_id uuid)
returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
declare
  v_key app.api_keys := app.own_api_key(app.require_user(), p_id);
begin
  update app.api_keys k set revoked_at = app.now() where k.id = v_key.id and k.revoked_at is null;
  return jsonb_build_object('prefix', v_key.prefix);
end
$$;
grant execute on function api.revoke_api_key to authenticated;
