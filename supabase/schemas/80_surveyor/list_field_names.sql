-- The names that a surveyor's phone caches for offline selection: every operator group that is not retired, with its aliases, and every live
-- route.
--
-- Definer: the tables of the network are not readable directly.
-- Fails with: unauthenticated, role_required
create function api.list_field_names()
returns jsonb language plpgsql stable security definer set search_path = '' as $$
begin
  perform app.require_role('surveyor');
  return jsonb_build_object(
    'saccos', (
      select coalesce(jsonb_agg(jsonb_build_object('id', s.id, 'name', s.name, 'aliases', array(
               select a.alias from app.sacco_aliases a where a.sacco_id = s.id order by a.alias_key))
               order by s.name, s.id), '[]')
        from app.saccos s where s.merged_into is null and s.retired_at is null),
    'routes', (
      select coalesce(jsonb_agg(app.route_ref(r) order by r.short_name, r.slug), '[]')
        from app.routes r where r.retired_at is null));
end
$$;
grant execute on function api.list_field_names to authenticated;
