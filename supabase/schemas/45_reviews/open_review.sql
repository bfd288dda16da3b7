-- Put a subject into the review queue, once: if it is pending there already, nothing changes. Safety kinds are due in
-- four hours, others in a day; the caller decides which. Arrival times of sensitive subjects are stored by the hour, so
-- that neither the order of a list nor a figure can reveal more.
create function app.open_review(
  p_kind text, p_subject uuid, p_author uuid, p_reason text, p_due_in interval, p_detail jsonb default '{}')
returns void language plpgsql set search_path = '' as $$
declare
  v_now   timestamptz := app.admin_time(app.now(), app.is_sensitive_subject(p_kind, p_subject));
  v_entry uuid;
begin
  insert into app.review_entries (kind, subject_id, author_id, reason, detail, created_at, due_at)
  values (p_kind, p_subject, p_author, p_reason, p_detail, v_now, v_now + p_due_in)
  on conflict (kind, subject_id) where state in ('pending', 'claimed', 'escalated') do nothing
  returning id into v_entry;
  if v_entry is not null then
    insert into app.review_events (entry_id, at, to_state, reason_code) values (v_entry, v_now, 'pending', p_reason);
  end if;
end
$$;

-- Close a subject's entry because its author withdrew it. A reviewer who is deciding on it gets an error.
create function app.withdraw_review(p_kind text, p_subject uuid)
returns void language plpgsql set search_path = '' as $$
declare
  v_entry uuid;
begin
  select e.id into v_entry from app.review_entries e
   where e.kind = p_kind and e.subject_id = p_subject and e.state in ('pending', 'claimed', 'escalated')
     for update;
  if found then
    perform app.move_review(v_entry, 'withdrawn');
    update app.review_entries e set claimed_by = null, claimed_until = null,
           decided_at = app.admin_time(app.now(), app.is_sensitive_subject(p_kind, p_subject))
     where e.id = v_entry;
  end if;
end
$$;

-- A pending subject got an addition: a reviewer who has loaded it before must reload it before deciding.
create function app.renew_review(p_kind text, p_subject uuid)
returns void language plpgsql set search_path = '' as $$
begin
  update app.review_entries e set version = e.version + 1
   where e.kind = p_kind and e.subject_id = p_subject and e.state in ('pending', 'claimed', 'escalated');
end
$$;
