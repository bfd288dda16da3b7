-- Close a batch: store it with one line in the audit log, which names its members. Of a repeated request, which decided
-- nothing anew, the batch of the first.
create function app.close_batch(
  p_admin uuid, p_batch uuid, p_entries jsonb, p_decision text, p_reason_code text)
returns jsonb language plpgsql set search_path = '' as $$
declare
  v_members jsonb;
  v_kind    text;
  v_of      uuid := p_batch;
begin
  select jsonb_agg(e.id order by e.id), min(e.kind) into v_members, v_kind
    from app.review_entries e where e.batch_id = p_batch;
  if v_members is null then
    select e.batch_id into v_of
      from app.review_entries e join app.review_batches b on b.id = e.batch_id
     where e.id in (select (p ->> 'entryId')::uuid from jsonb_array_elements(p_entries) p)
       and b.decided_by = p_admin and b.decision = p_decision
     order by b.decided_at desc limit 1;
    return app.batch_view(v_of);
  end if;
  insert into app.review_batches (id, decided_by, decided_at, kind, decision, size)
  values (p_batch, p_admin, app.now(), v_kind, p_decision, jsonb_array_length(v_members));
  perform app.audit(p_admin, 'review.batch_decided', 'review_batch', p_batch::text, p_reason_code, jsonb_strip_nulls(jsonb_build_object(
    'kind', v_kind, 'decision', p_decision, 'size', jsonb_array_length(v_members), 'returned', (
      select nullif(count(*), 0) from app.review_entries e
       where e.batch_id = p_batch and p_decision = 'approved' and e.state = 'changes_requested'),
    'heldOut', jsonb_array_length(p_entries) - jsonb_array_length(v_members), 'members', v_members)));
  return app.batch_view(p_batch);
end
$$;

-- A batch, with how many of its decisions stand; null for none.
create function app.batch_view(p_batch uuid)
returns jsonb language plpgsql stable set search_path = '' as $$
begin
  return (
    select jsonb_build_object(
             'id', b.id, 'decision', b.decision, 'kind', b.kind, 'size', b.size,
             'standing', (select count(*) from app.review_entries e where e.batch_id = b.id),
             'undoUntil', app.instant(case when b.decided_at > app.now() - app.undo_window()
                                           then b.decided_at + app.undo_window() end))
      from app.review_batches b where b.id = p_batch);
end
$$;

-- Undo a bulk decision within 24 hours: every decision of it that still stands, in one transaction and the reverse order,
-- with one line in the audit log. What one entry is refused for (`because`, as in undo_review_decision) does not stop the
-- others; a retry tries only those again.
--
-- Definer: neither the queue nor any subject is readable directly.
-- Fails with: unauthenticated, role_required, invalid_request, not_found, invalid_transition
create function api.undo_review_batch(p_id uuid, p_reason text)
returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  v_admin   uuid := app.require_role('admin');
  v_batch   app.review_batches;
  v_entry   app.review_entries;
  v_refused jsonb := '[]';
  v_undone  jsonb := '[]';
  v_because text;
begin
  perform app.check_reason(p_reason);
  select * into v_batch from app.review_batches b where b.id = p_id for update;
  perform app.require_found(found);
  if v_batch.decided_at <= app.now() - app.undo_window() then
    perform app.refuse_undo(v_batch.decision, 'too_late');
  end if;
  for v_entry in
    select e.* from app.review_entries e where e.batch_id = p_id
     order by (select max(v.id) from app.review_events v where v.entry_id = e.id) desc
  loop
    v_because := app.undo_one_of_batch(v_admin, v_entry, btrim(p_reason));
    if v_because is null then
      v_undone := v_undone || to_jsonb(v_entry.id);
    else
      v_refused := v_refused || jsonb_build_object('entryId', v_entry.id, 'because', v_because);
    end if;
  end loop;
  if v_undone <> '[]' then
    perform app.audit(v_admin, 'review.batch_undone', 'review_batch', p_id::text, btrim(p_reason), jsonb_build_object(
      'kind', v_batch.kind, 'decision', v_batch.decision, 'size', jsonb_array_length(v_undone), 'members', v_undone));
  end if;
  return app.batch_view(p_id) || jsonb_build_object('refused', v_refused);
end
$$;
grant execute on function api.undo_review_batch to authenticated;

-- Undo one decision of a batch. Null, or why it is refused: the rest is undone all the same.
create function app.undo_one_of_batch(p_admin uuid, p_entry app.review_entries, p_reason text)
returns text language plpgsql set search_path = '' as $$
declare
  v_slug   text;
  v_detail text;
begin
  perform app.undo_review(p_admin, p_entry.id, p_entry.version, p_reason, true);
  return null;
exception
  when sqlstate 'PT400' then
    get stacked diagnostics v_slug = message_text, v_detail = pg_exception_detail;
    return coalesce(nullif(v_detail, '')::jsonb ->> 'because', v_slug);
  when deadlock_detected or lock_not_available then
    return 'unavailable';
end
$$;
