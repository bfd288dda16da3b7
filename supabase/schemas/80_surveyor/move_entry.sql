-- Move a collection entry to another state and write down that it happened. Fails with: invalid_transition
create function app.move_entry(p_entry uuid, p_to text, p_reason text default null, p_actor uuid default null)
returns void
language plpgsql
set search_path = ''
as $$
declare
  v_from text;
begin
  select e.state into v_from from app.collection_entries e where e.id = p_entry for update;
  perform app.check_move('collection_entry', v_from, p_to);
  update app.collection_entries e set state = p_to, version = e.version + 1 where e.id = p_entry;
  insert into app.collection_entry_events (entry_id, at, from_state, to_state, reason, actor)
  values (p_entry, app.now(), v_from, p_to, p_reason, p_actor);
end
$$;
