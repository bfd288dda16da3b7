-- The caller's id, for policies. A policy runs as the caller, who may not look into schema app; so it is a function of
-- the owner's, and the only one there that they may execute. Nobody can name it from outside.
create function app.policy_user_id()
returns uuid
language plpgsql
stable
security definer
set search_path = ''
as $$
begin
  return app.user_id();
end
$$;
grant execute on function app.policy_user_id to authenticated;
