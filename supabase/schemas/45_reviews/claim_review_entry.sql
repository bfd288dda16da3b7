-- Claim an entry for 15 minutes, so that no two admins decide on it at once. Claiming it again renews the lease. A
-- colleague's claim blocks until its lease has expired.
--
-- Definer: the queue is not readable directly.
-- Fails with: unauthenticated, role_required, not_found, own_submission, own_escalation, entry_claimed,
-- invalid_transition
create function api.claim_review_entry(p_id uuid)
returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  v_admin uuid := app.require_role('admin');
  v_entry app.review_entries;
begin
  v_entry := app.claim_entry(app.entry_to_decide(p_id, v_admin), v_admin);
  return app.review_response(v_entry, v_admin);
end
$$;
grant execute on function api.claim_review_entry to authenticated;

-- An entry that this admin may decide on now, locked until the transaction ends.
-- Fails with: not_found, own_submission, own_escalation, entry_claimed, invalid_transition
create function app.entry_to_decide(p_entry uuid, p_admin uuid)
returns app.review_entries language plpgsql set search_path = '' as $$
declare
  v_entry app.review_entries;
begin
  select * into v_entry from app.review_entries e where e.id = p_entry for update;
  if not found then
    perform app.fail('not_found');
  elsif app.is_own_review(v_entry, p_admin) then
    perform app.fail('own_submission');
  elsif v_entry.state not in ('pending', 'claimed', 'escalated') then
    perform app.refuse_review_move(v_entry.state);
  elsif v_entry.escalated_by = p_admin then
    perform app.fail('own_escalation');
  elsif app.review_state(v_entry) = 'claimed' and v_entry.claimed_by <> p_admin then
    perform app.fail('entry_claimed');
  end if;
  return v_entry;
end
$$;

-- Whether a user is involved in the subject of an entry: as its author, or as a reporter of or voter on a disputed
-- incident. A user whose own vote caused a dispute must not decide it.
create function app.is_own_review(p_entry app.review_entries, p_person uuid)
returns boolean language plpgsql stable set search_path = '' as $$
begin
  return p_entry.author_id is not distinct from p_person
    or (p_entry.kind = 'dispute' and app.has_participated_in(p_entry.subject_id, p_person));
end
$$;

-- Claim an entry that this admin may decide on. Its current holder only gets more time.
create function app.claim_entry(p_entry app.review_entries, p_admin uuid)
returns app.review_entries language plpgsql set search_path = '' as $$
declare
  v_entry app.review_entries;
begin
  if app.review_state(p_entry) <> 'claimed' then
    perform app.move_review(p_entry.id, 'claimed', p_admin);
  end if;
  update app.review_entries e set claimed_by = p_admin, claimed_until = app.now() + interval '15 minutes'
   where e.id = p_entry.id
  returning * into v_entry;
  return v_entry;
end
$$;

-- Release a claim early, so that colleagues need not wait for it to expire. Without a current claim nothing changes.
--
-- Definer: the queue is not readable directly.
-- Fails with: unauthenticated, role_required, not_found, entry_claimed
create function api.release_review_entry(p_id uuid)
returns jsonb language plpgsql security definer set search_path = '' as $$
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
  return app.review_response(v_entry, v_admin);
end
$$;
grant execute on function api.release_review_entry to authenticated;
