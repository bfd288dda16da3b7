-- Say that the caller has an entry open, and return it: called while it is on the screen. Colleagues see who else looks
-- at it (`viewers`) for 45 seconds after the last call. It blocks nobody.
--
-- Definer: the queue is not readable directly.
-- Fails with: unauthenticated, role_required, not_found
create function api.watch_review_entry(p_id uuid)
returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  v_admin uuid := app.require_role('admin');
  v_entry app.review_entries;
begin
  select * into v_entry from app.review_entries e where e.id = p_id;
  perform app.require_found(found);
  insert into app.review_viewers (admin_id, entry_id, seen_at) values (v_admin, p_id, app.now())
  on conflict (admin_id) do update set entry_id = excluded.entry_id, seen_at = excluded.seen_at;
  return app.review_response(v_entry, v_admin);
end
$$;
grant execute on function api.watch_review_entry to authenticated;

-- The colleagues who have an entry open.
create function app.viewers_of(p_entry uuid, p_except uuid)
returns jsonb language plpgsql stable set search_path = '' as $$
begin
  return (
    select coalesce(jsonb_agg(app.person_ref(v.admin_id) order by v.admin_id), '[]')
      from app.review_viewers v
     where v.entry_id = p_entry and v.admin_id <> p_except and v.seen_at > app.now() - interval '45 seconds');
end
$$;
