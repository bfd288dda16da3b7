-- Two lists that a signed-in user may also read as rows, with their own filters and order, directly from Supabase's
-- REST API: corridors and points of interest. The views are security invoker, so access is decided by the policies and
-- column grants here, not by the views. The policies check the caller, so the token of a deleted account reads nothing
-- here either.

grant select (id, slug, name, length_m, geom, retired_at) on app.corridors to authenticated;
create policy "everyone signed in reads the corridors that are in use" on app.corridors
  for select to authenticated using (retired_at is null and (select app.policy_user_id()) is not null);
create view api.corridors with (security_invoker = true) as
  select c.id, c.slug, c.name, c.length_m, extensions.st_asgeojson(c.geom, 5)::jsonb as geometry from app.corridors c;
grant select on api.corridors to authenticated;

grant select (id, name, kind, lat, lng, corridor_id, routes) on app.points_of_interest to authenticated;
create policy "everyone signed in reads the points of interest" on app.points_of_interest
  for select to authenticated using ((select app.policy_user_id()) is not null);
create view api.points_of_interest with (security_invoker = true) as
  select p.id, p.name, p.kind, p.lat, p.lng, p.corridor_id, p.routes from app.points_of_interest p;
grant select on api.points_of_interest to authenticated;
