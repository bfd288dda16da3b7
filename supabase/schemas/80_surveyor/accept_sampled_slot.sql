-- Accept all plain open entries of a slot, because its surveyor's last hundred were good and so is a sample of these. The
-- sample is the first in an order that nobody chooses (app.sampling), at least five or all; `p_looked` says that the caller
-- found each of it good. What is odd or does not count is not among them. In batches of 300, in one transaction. How many
-- were looked at is in the audit log.
--
-- Definer: nobody may touch these tables directly.
-- Fails with: unauthenticated, role_required, not_found, invalid_request, invalid_transition (not offered, or changed)
create function api.accept_sampled_slot(p_id uuid, p_n int, p_looked uuid[])
returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  v_admin   uuid := app.require_role('admin');
  v_slot    app.assignment_slots;
  v_all     uuid[];
  v_size    int := cardinality(p_looked);
  v_made    jsonb;
  v_batches jsonb := '[]';
  v_refused int := 0;
begin
  select * into v_slot from app.assignment_slots s where s.assignment_id = p_id and s.n = p_n for update;
  perform app.require_found(v_slot.id is not null);
  v_all := array(select jsonb_array_elements_text(app.sampling(v_slot, v_admin) -> 'entries')::uuid);
  if (v_size >= least(5, cardinality(v_all)) and v_size > 0) is not true then
    perform app.fail('invalid_request', '{"path": "looked"}');
  elsif not (v_all[1:v_size] <@ p_looked and p_looked <@ v_all[1:v_size]) or cardinality(v_all) = 0 then
    perform app.refuse_move(app.slot_state(v_slot), '{}');
  end if;
  for v_part in 0 .. (cardinality(v_all) - 1) / 300 loop
    v_made := app.decide_in_bulk(v_admin, (
      select jsonb_agg(jsonb_build_object('entryId', e.id, 'version', e.version)
                       order by array_position(v_all, e.id))
        from app.review_entries e where e.id = any (v_all[v_part * 300 + 1 : v_part * 300 + 300])),
      'approved', null, null, false);
    v_batches := v_batches || case when v_made -> 'batch' = 'null' then '[]' else jsonb_build_array(v_made -> 'batch') end;
    v_refused := v_refused + (select count(*) from jsonb_array_elements(v_made -> 'data') d where d ->> 'problem' is not null);
  end loop;
  perform app.audit(v_admin, 'assignment.sample_accepted', 'assignment', p_id::text, null, jsonb_build_object(
    'n', p_n, 'looked', v_size, 'size', cardinality(v_all) - v_refused));
  return jsonb_build_object('id', p_id, 'batches', v_batches, 'refused', v_refused);
end
$$;
grant execute on function api.accept_sampled_slot to authenticated;

-- Whether a sample may stand for what a surveyor recorded under a claim: of the last hundred of their field entries that
-- were decided 95 were accepted as they were, and none of this claim otherwise. `entries`: the plain open ones, in the
-- order in which they are sampled; none where it may not.
create function app.sampling(p_slot app.assignment_slots, p_admin uuid)
returns jsonb language plpgsql stable set search_path = '' as $$
declare
  v_decided int;
  v_good    int;
  v_bad     boolean;
begin
  select count(*), count(*) filter (where d.state = 'approved') into v_decided, v_good
    from (select e.state from app.review_entries e
           where e.author_id = p_slot.holder_id and e.kind = 'collection_entry'
             and e.decided_at is not null and e.state <> 'withdrawn'
           order by e.decided_at desc limit 100) d;
  v_bad := exists (select from app.collection_entries e join app.review_entries r on r.subject_id = e.id
                    where e.token = p_slot.token and r.state in ('approved_with_edits', 'changes_requested', 'rejected', 'duplicate'));
  return jsonb_build_object('decided', v_decided, 'good', v_good, 'failed', v_bad, 'entries', (
    select coalesce(jsonb_agg(r.id order by md5(r.id::text || p_slot.token)), '[]')
      from app.collection_entries e
      join app.review_entries r on r.kind = 'collection_entry' and r.subject_id = e.id and r.decided_at is null
     where v_decided = 100 and v_good >= 95 and not v_bad and app.slot_state(p_slot) <> 'open'
       and e.token = p_slot.token and app.is_undecided(e.state) and not app.is_own_review(r, p_admin)
       and app.review_oddities(r) = '{}' and app.not_counted(e) = '{}'));
end
$$;
