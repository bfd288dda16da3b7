-- The caller's own keys: those that work first, then the newest, a hundred at most. Revoked and expired ones stay listed.
--
-- Definer: nobody may read app.api_keys directly.
-- Fails with: unauthenticated
create function api.list_api_keys()
returns jsonb
language plpgsql
stable
security definer
set search_path = ''
as $$
declare
  v_owner uuid := app.require_user();
begin
  return jsonb_build_object(
    'data', coalesce((
      select jsonb_agg(app.api_key_answer(listed.key) order by listed.working desc, listed.created_at desc, listed.id)
        from (select k as key, app.api_key_state(k) = 'active' as working, k.created_at, k.id
                from app.api_keys k
               where k.owner_id = v_owner
               order by working desc, k.created_at desc, k.id
               limit 100) listed), '[]'),
    'page', '{"nextCursor": null}'::jsonb);
end
$$;
grant execute on function api.list_api_keys to authenticated;
