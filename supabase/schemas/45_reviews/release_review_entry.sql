-- Give a claim back before its time, so that colleagues need not wait for it to run out. Who has no claim (any more) has
-- nothing to give back, and nothing changes.
--
-- Definer: the queue is not readable directly.
-- Fails with: unauthenticated, role_required, not_found, entry_claimed
create function api.release_review_entry(p_id uuid)
returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
declare
  v_admin uuid := app.require_role('admin');
  v_entry app.review_entries;
begin
  select * into v_entry from app.review_entries e where e.id = p_id for update;
  if not found then
    perform app.fail('not_found');
  elsif app.review_state(v_entry) = 'claimed' and v_entry.claimed_by <> v_admin then
    perform app.fail('entry_claimed');
  elsif v_entry.state = 'claimed' and v_entry.claimed_by = v_admin then
    perform app.move_review(p_id, 'pending', v_admin);
    update app.review_entries e set claimed_by = null, claimed_until = null where e.id = p_id returning * into v_entry;
  end if;
  return app.review_answer(v_entry, v_admin);
end
$$;
grant execute on function api.release_review_entry to authenticated;
