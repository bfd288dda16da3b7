-- The queue over all kinds. Pending entries (`open`, or one of its states) are ordered by due date; closed ones, last
-- closed first. An entry with an expired lease counts as pending again. `p_category`: only reports and disputes of that
-- category. `p_mine`: what the caller has claimed; of closed ones, what they decided.
--
-- Definer: the queue is not readable directly.
-- Fails with: unauthenticated, role_required
create function api.list_review_queue(
  p_kind text default null, p_state text default 'open', p_category text default null, p_mine boolean default false,
  p_limit int default 20, p_after jsonb default null)
returns jsonb language plpgsql stable security definer set search_path = '' as $$
declare
  v_admin uuid := app.require_role('admin');
  v_limit int := app.page_size(p_limit);
  v_at    timestamptz := (p_after ->> 'at')::timestamptz;
  v_id    uuid := (p_after ->> 'id')::uuid;
  v_rows  jsonb[];
begin
  if p_state in ('open', 'pending', 'claimed', 'escalated') then
    v_rows := array(
      select jsonb_build_object('row', app.review_response(e, v_admin), 'key', jsonb_build_object('at', e.due_at, 'id', e.id))
        from app.review_entries e
       where e.state in ('pending', 'claimed', 'escalated')
         and (p_state = 'open' or app.review_state(e) = p_state)
         and (p_kind is null or e.kind = p_kind)
         and (p_category is null or app.review_category(e.kind, e.subject_id) = p_category)
         and (not p_mine or (e.claimed_by = v_admin and e.claimed_until > app.now()))
         and (p_after is null or (e.due_at, e.id) > (v_at, v_id))
       order by e.due_at, e.id
       limit v_limit + 1);
  else
    v_rows := array(
      select jsonb_build_object('row', app.review_response(e, v_admin),
                                'key', jsonb_build_object('at', e.decided_at, 'id', e.id))
        from app.review_entries e
       where e.decided_at is not null
         and (p_state = 'closed' or e.state = p_state)
         and (p_kind is null or e.kind = p_kind)
         and (p_category is null or app.review_category(e.kind, e.subject_id) = p_category)
         and (not p_mine or e.decided_by = v_admin)
         and (p_after is null or (e.decided_at, e.id) < (v_at, v_id))
       order by e.decided_at desc, e.id desc
       limit v_limit + 1);
  end if;
  return app.page(v_rows, v_limit) || jsonb_build_object('asOf', app.instant(app.now()), 'waiting', app.review_counts());
end
$$;
grant execute on function api.list_review_queue to authenticated;

-- The category of the subject, where it has one.
create function app.review_category(p_kind text, p_subject uuid)
returns text language plpgsql stable set search_path = '' as $$
begin
  case p_kind
    when 'report' then return (select r.category from app.reports r where r.id = p_subject);
    when 'dispute' then return (select i.category from app.incidents i where i.id = p_subject);
    else return null;
  end case;
end
$$;

-- How many entries of each kind are pending, and how many of them are overdue.
create function app.review_counts()
returns jsonb language plpgsql stable set search_path = '' as $$
begin
  return (
    select jsonb_agg(jsonb_build_object('kind', k.kind, 'open', k.open, 'overdue', k.overdue) order by k.kind)
      from (select kinds.kind, count(e.id) as open, count(e.id) filter (where e.due_at <= app.now()) as overdue
              from unnest(array['report', 'feedback', 'collection_entry', 'dispute']) kinds (kind)
              left join app.review_entries e
                on e.kind = kinds.kind and e.state in ('pending', 'claimed', 'escalated')
             group by kinds.kind) k);
end
$$;
