-- The caller's own keys: those that work first, then the newest. Revoked and expired ones stay listed.
--
-- Definer: nobody may read app.api_keys directly.
-- Fails with: unauthenticated
create function api.list_api_keys(p_limit int default 20, p_after jsonb default null)
returns jsonb
language plpgsql
stable
security definer
set search_path = ''
as $$
declare
  v_owner uuid := app.require_user();
  v_limit int := app.page_size(p_limit);
begin
  return app.page(array(
    select jsonb_build_object(
             'row', app.api_key_answer(listed.key),
             'key', jsonb_build_object('works', listed.works, 'at', listed.created_at, 'id', listed.id))
      from (select k as key, app.api_key_state(k) = 'active' as works, k.created_at, k.id
              from app.api_keys k where k.owner_id = v_owner) listed
     where p_after is null
        or (listed.works, listed.created_at, listed.id)
           < ((p_after ->> 'works')::boolean, (p_after ->> 'at')::timestamptz, (p_after ->> 'id')::uuid)
     order by listed.works desc, listed.created_at desc, listed.id desc
     limit v_limit + 1), v_limit);
end
$$;
grant execute on function api.list_api_keys to authenticated;
