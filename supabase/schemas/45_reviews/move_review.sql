-- Move an entry to another state and record the event. The caller holds the row. A claim or its release does not change
-- what there is to review, so these alone leave the version unchanged.
-- Fails with: invalid_transition
create function app.move_review(
  p_entry uuid, p_to text, p_actor uuid default null, p_reason_code text default null, p_note text default null)
returns void language plpgsql set search_path = '' as $$
declare
  v_from text := (select e.state from app.review_entries e where e.id = p_entry for update);
begin
  if p_to <> all (app.next_states('review', v_from)) then
    perform app.refuse_review_move(v_from);
  end if;
  update app.review_entries e
     set state = p_to, version = e.version + case when p_to in ('claimed', 'pending') then 0 else 1 end
   where e.id = p_entry;
  insert into app.review_events (entry_id, at, from_state, to_state, actor, reason_code, note)
  values (p_entry, app.now(), v_from, p_to, p_actor, p_reason_code, p_note);
end
$$;

-- Reject a transition of an entry, with its state and the allowed ones: none once it is closed, as undoing that is not
-- a reviewer's transition.
-- Fails with: invalid_transition
create function app.refuse_review_move(p_from text)
returns void language plpgsql set search_path = '' as $$
begin
  perform app.refuse_move(p_from, case when p_from in ('pending', 'claimed', 'escalated')
                                       then app.next_states('review', p_from) else '{}' end);
end
$$;

-- The effective state of an entry: an expired claim is none, and an escalated entry stays escalated when it was claimed
-- in between.
create function app.review_state(p_entry app.review_entries)
returns text stable
return case when p_entry.state not in ('pending', 'claimed') then p_entry.state
            when p_entry.state = 'claimed' and p_entry.claimed_until > app.now() then 'claimed'
            when p_entry.escalated_by is not null then 'escalated'
            else 'pending' end;
