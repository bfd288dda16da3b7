-- Tell surveyors who turned messages on in the surveyor app: those of `p_users`, or all of them (null). The same news again
-- is told again. Who is no surveyor any more, or is suspended, is told nothing.
create function app.alert_surveyors(p_kind text, p_users uuid[], p_assignment uuid default null, p_entry uuid default null)
returns void language plpgsql set search_path = '' as $$
declare
  v_now timestamptz := app.now();
  v     record;
begin
  for v in with made as (
    insert into app.alerts as a (follower_id, kind, assignment_id, entry_id, created_at)
    select w.id, p_kind, p_assignment, p_entry, v_now
      from app.followers w
     where (p_users is null or w.user_id = any (p_users))
       and app.is_active_surveyor(w.user_id)
       and exists (select from app.push_subscriptions s where s.follower_id = w.id and s.app = 'surveyor')
    on conflict (follower_id, kind, (coalesce(assignment_id, entry_id))) where kind is not null
      do update set created_at = v_now, read_at = null
    returning id, follower_id
  )
  select n.id, s.endpoint_hash
    from made n join app.push_subscriptions s on s.follower_id = n.follower_id and s.app = 'surveyor'
  loop
    perform app.enqueue_push(v.id, v.endpoint_hash);
  end loop;
end
$$;

-- Who holds a slot of an assignment now, or has one reserved to correct what was returned.
create function app.slot_holders(p_assignment uuid)
returns uuid[] language plpgsql stable set search_path = '' as $$
begin
  return array(select s.holder_id from app.assignment_slots s
                where s.assignment_id = p_assignment and app.slot_state(s) in ('claimed', 'changes_requested'));
end
$$;

-- Remind of assignments that are due within a day, once each: who holds a slot for an hour or longer, and, while slots are
-- free, every surveyor. What is due so soon after it was created was news just now.
create function app.alert_due_assignments()
returns void language plpgsql set search_path = '' as $$
declare
  v_now timestamptz := app.now();
  v     record;
begin
  for v in
    select a.id, w.user_id
      from app.assignments a cross join app.followers w
     where a.closed_at is null and a.due_at > v_now and a.due_at <= v_now + interval '24 hours'
       and exists (select from app.push_subscriptions s where s.follower_id = w.id and s.app = 'surveyor')
       and app.is_active_surveyor(w.user_id)
       and not exists (select from app.alerts b where b.follower_id = w.id and b.kind = 'assignment_due'
                          and b.assignment_id = a.id)
       and exists (select from app.assignment_slots s
                    where s.assignment_id = a.id
                      and (s.holder_id = w.user_id and app.slot_state(s) in ('claimed', 'changes_requested')
                           and s.claimed_at <= v_now - interval '1 hour'
                           or app.slot_state(s) = 'open' and a.created_at <= v_now - interval '12 hours'))
     limit 500
  loop
    perform app.alert_surveyors('assignment_due', array[v.user_id], v.id);
  end loop;
end
$$;

-- What a message about field work may say, as it is now; null when there is nothing left to say. It names no vehicle and no
-- person, and does not repeat what a reviewer wrote: others may see a phone's screen. Who lost the role meanwhile is told
-- nothing.
create function app.field_news(p_alert app.alerts)
returns jsonb language plpgsql stable set search_path = '' as $$
declare
  v_assignment app.assignments;
  v_entry      app.collection_entries;
begin
  if not exists (select from app.followers w where w.id = p_alert.follower_id and app.is_active_surveyor(w.user_id)) then
    return null;
  end if;
  if p_alert.kind = 'entry_returned' then
    select * into v_entry from app.collection_entries e where e.id = p_alert.entry_id;
    return case when v_entry.state = 'changes_requested' then jsonb_build_object(
      'kind', p_alert.kind, 'entryId', v_entry.id, 'reason', v_entry.reason, 'assignment', null) end;
  end if;
  select * into v_assignment from app.assignments a where a.id = p_alert.assignment_id;
  return case when v_assignment.id is not null
                   and case p_alert.kind when 'assignment_closed' then v_assignment.closed_at is not null
                                         when 'assignment_changed' then v_assignment.closed_at is null
                                         when 'assignment_assigned' then exists (
                                           select from app.followers w
                                            where w.id = p_alert.follower_id
                                              and w.user_id = any (app.slot_holders(v_assignment.id)))
                                         else app.is_open_assignment(v_assignment) end
              then jsonb_build_object(
                'kind', p_alert.kind, 'entryId', null, 'reason', null, 'assignment', jsonb_build_object(
                  'id', v_assignment.id, 'title', v_assignment.title, 'titleSw', v_assignment.title_sw,
                  'dueAt', app.instant(v_assignment.due_at))) end;
end
$$;
