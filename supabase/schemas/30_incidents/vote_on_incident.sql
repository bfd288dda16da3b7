-- A rider's vote on a live incident: `confirm`, `deny`, `over`, or null to withdraw it. One vote per rider, changeable;
-- the same vote again changes nothing.
--
-- Returns only the vote. Its effect on the incident is read in a separate request: if it were returned here, a caller
-- could roll the vote back (see app.receive_report) and so probe the votes of others, which are private.
--
-- Reporters cannot vote on their own incident where they know that it is theirs. Where they do not know (coarse ones,
-- and those joined by a vehicle that is not named), their vote is counted like any other: an error, or a vote without
-- effect, would reveal to anybody with their phone which incident is theirs. The state checks use the public state
-- only. Locks the incident, so that the third `deny` triggers its effect once. Definer: nobody may touch votes or
-- incidents directly.
-- Fails with: unauthenticated, invalid_request, not_found, incident_gone, incident_own, invalid_transition, rate_limited
create function api.vote_on_incident(p_id uuid, p_vote text default null, p_device text default null)
returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  v_user     uuid := app.require_user();
  v_incident app.incidents;
  v_state    json;
  v_before   app.incident_votes;
begin
  if p_vote not in ('confirm', 'deny', 'over') then
    perform app.fail('invalid_request', '{"path": "vote"}');
  end if;
  select * into v_incident from app.incidents i where i.id = p_id for update;
  v_state := app.public_state(p_id);
  if v_state is null then
    perform app.fail_if_gone(p_id);
    perform app.fail('not_found');
  end if;
  if v_state ->> 'lifecycle' <> 'active' then
    perform app.refuse_move(v_state ->> 'lifecycle', '{}');
  end if;
  if p_vote is not null and app.is_known_reporter(v_incident, v_user) then
    perform app.fail('incident_own');
  end if;
  select * into v_before from app.incident_votes v where v.incident_id = p_id and v.user_id = v_user;
  if v_before.vote is distinct from p_vote then
    perform app.check_vote_limits(v_before, v_user);
    insert into app.incident_votes as v (incident_id, user_id, vote, device_hash, voted_at, spent_until)
    values (p_id, v_user, p_vote, case when p_vote is not null then app.known_device(p_device) end, app.now(),
            app.now() + interval '1 minute')
    on conflict (incident_id, user_id) do update
      set (vote, device_hash, voted_at, spent_until) =
          (excluded.vote, excluded.device_hash, excluded.voted_at,
           greatest(v.spent_until + interval '1 minute', excluded.spent_until));
    if v_incident.lifecycle = 'active' then
      perform app.weigh_votes(v_incident, 'confirm' in (v_before.vote, p_vote) is true);
    end if;
  end if;
  return jsonb_build_object('incidentId', p_id, 'vote', p_vote);
end
$$;
grant execute on function api.vote_on_incident to authenticated;

-- Rate limits: ten changes of one vote in a burst and one a minute from then on; new votes on 30 incidents in ten
-- minutes and 200 in a day. A rejected vote is not lost: the client retries it.
-- Fails with: rate_limited
create function app.check_vote_limits(p_before app.incident_votes, p_user uuid)
returns void language plpgsql set search_path = '' as $$
declare
  v_now    timestamptz := app.now();
  v_recent timestamptz[];
  v_free   timestamptz := p_before.spent_until - interval '9 minutes';
begin
  if p_before.user_id is null then
    v_recent := array(select v.voted_at from app.incident_votes v
                       where v.user_id = p_user and v.voted_at > v_now - interval '1 day'
                       order by v.voted_at desc
                       limit 200);
    v_free := greatest(v_recent[30] + interval '10 minutes', v_recent[200] + interval '1 day');
  end if;
  perform app.refuse_until(v_free);
end
$$;

-- Apply the votes on an incident: three independent `deny` open a review; two independent `over`, and more of them than
-- of `confirm`, since the last report, end it. `p_shows`: whether the number of confirms changed.
create function app.weigh_votes(p_incident app.incidents, p_shows boolean)
returns void language plpgsql set search_path = '' as $$
declare
  v_heard timestamptz := coalesce((select max(r.received_at) from app.reports r
                                    where r.incident_id = p_incident.id and app.counts(r.state)), '-infinity');
  v_over  int := app.independent_votes(p_incident, 'over', v_heard);
  v_moved boolean := false;
begin
  if p_incident.corroboration not in ('disputed', 'refuted') and app.independent_votes(p_incident, 'deny') >= 3 then
    perform app.move_incident(p_incident.id, 'corroboration', 'disputed');
    perform app.open_review('dispute', p_incident.id, null, 'denied',
                            app.review_due((select c from app.incident_categories c where c.code = p_incident.category)));
    v_moved := true;
  end if;
  if v_over >= 2 and v_over > app.independent_votes(p_incident, 'confirm', v_heard) then
    perform app.move_incident(p_incident.id, 'lifecycle', 'resolved');
    v_moved := true;
  end if;
  -- Votes alone are not visible on a coarse incident, and on others only confirms are. Without a visible effect there
  -- is no change.
  if v_moved or (p_shows and p_incident.visibility = 'public') then
    perform app.publish_incident(p_incident.id);
  end if;
end
$$;

-- When a review is due: in four hours for what may have hurt somebody, else in a day.
create function app.review_due(p_category app.incident_categories)
returns interval language plpgsql immutable set search_path = '' as $$
begin
  return case when p_category.severity >= 4 then interval '4 hours' else interval '24 hours' end;
end
$$;

-- The riders with this vote. A reporter's own vote, cast before they reported, is excluded where they know that the
-- incident is theirs.
create function app.count_votes(p_incident app.incidents, p_vote text)
returns int language plpgsql stable set search_path = '' as $$
begin
  return (select count(*) from app.incident_votes v
           where v.incident_id = p_incident.id and v.vote = p_vote and not app.is_known_reporter(p_incident, v.user_id));
end
$$;

-- Votes that are independent, as far as can be determined: of accounts known for at least a day, and one per registered
-- device. An account is easily created for the purpose; after a day the incident is over.
create function app.independent_votes(p_incident app.incidents, p_vote text, p_since timestamptz default '-infinity')
returns int language plpgsql stable set search_path = '' as $$
begin
  return (
    select count(distinct coalesce(encode(v.device_hash, 'hex'), v.user_id::text))
      from app.incident_votes v
     where v.incident_id = p_incident.id and v.vote = p_vote
       and v.voted_at > p_incident.votes_from and v.voted_at >= p_since
       and not app.is_known_reporter(p_incident, v.user_id)
       and not app.is_new_account(v.user_id));
end
$$;

-- Whether a user reported an incident and was shown that it is this one.
create function app.is_known_reporter(p_incident app.incidents, p_user uuid)
returns boolean language plpgsql stable set search_path = '' as $$
begin
  return exists (select from app.reports r
                  where r.incident_id = p_incident.id and r.reporter_id = p_user and app.is_incident_visible(r, p_incident));
end
$$;

-- The caller's own votes on the given incidents, at most a hundred of them. Those without a vote are omitted.
--
-- Definer: nobody may read votes directly.
-- Fails with: unauthenticated, invalid_request
create function api.get_reporter_incident_votes(p_ids uuid[])
returns jsonb language plpgsql stable security definer set search_path = '' as $$
declare
  v_user uuid := app.require_user();
begin
  if (cardinality(p_ids) <= 100) is distinct from true then
    perform app.fail('invalid_request', '{"path": "ids"}');
  end if;
  return (
    select coalesce(jsonb_agg(jsonb_build_object('incidentId', v.incident_id, 'vote', v.vote) order by v.incident_id), '[]')
      from app.incident_votes v
      where v.user_id = v_user and v.incident_id = any (p_ids) and v.vote is not null);
end
$$;
grant execute on function api.get_reporter_incident_votes to authenticated;
