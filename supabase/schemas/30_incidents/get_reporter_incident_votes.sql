-- The caller's own votes on the given incidents, at most a hundred of them. Those without a vote are left out.
--
-- Definer: nobody may read votes directly.
-- Fails with: unauthenticated, invalid_request
create function api.get_reporter_incident_votes(p_ids uuid[])
returns jsonb
language plpgsql
stable
security definer
set search_path = ''
as $$
declare
  v_user uuid := app.require_user();
begin
  if (cardinality(p_ids) <= 100) is distinct from true then
    perform app.fail('invalid_request', '{"path": "ids"}');
  end if;
  return (
    select coalesce(jsonb_agg(jsonb_build_object('incidentId', v.incident_id, 'vote', v.vote) order by v.incident_id), '[]')
      from app.incident_votes v
      where v.user_id = v_user and v.incident_id = any (p_ids) and v.vote is not null);
end
$$;
grant execute on function api.get_reporter_incident_votes to authenticated;
