-- A vote on a live incident: `confirm`, `deny`, `over`, or null to withdraw it. One vote per rider, changeable; the same
-- vote again changes nothing. Without a sign-in the phone votes: the app's server passes the device, which must be
-- registered, and a hash of its network (app.store_device_vote).
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
create function api.vote_on_incident(
  p_id uuid, p_vote text default null, p_device text default null, p_networks text[] default null)
returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  v_user     uuid := case when app.is_server() then null else app.require_user() end;
  v_device   bytea := app.known_device(p_device);
  v_incident app.incidents;
  v_state    json;
  v_shows    boolean;
begin
  if v_user is null and v_device is null then
    perform app.fail('unauthenticated');
  end if;
  if p_vote not in ('confirm', 'deny', 'over') then
    perform app.fail('invalid_request', '{"path": "vote"}');
  end if;
  if v_user is null then
    perform pg_advisory_xact_lock(hashtextextended(encode((app.network_hashes(p_networks))[1], 'hex'), 9));
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
  if p_vote is not null and app.is_known_reporter(v_incident, v_user, v_device) then
    perform app.fail('incident_own');
  end if;
  v_shows := case when v_user is null then app.store_device_vote(p_id, v_device, p_vote, p_networks)
                  else app.store_vote(p_id, v_user, p_vote, v_device) end;
  if v_shows is not null and v_incident.lifecycle = 'active' then
    perform app.weigh_votes(v_incident, v_shows);
  end if;
  return jsonb_build_object('incidentId', p_id, 'vote', p_vote);
end
$$;
grant execute on function api.vote_on_incident to authenticated, rider_server;

-- Store a rider's vote. A vote that their phone cast before they signed in is replaced: it must not count twice. Returns
-- whether the number of confirms may have changed; null when nothing changed.
-- Fails with: rate_limited
create function app.store_vote(p_incident uuid, p_user uuid, p_vote text, p_device bytea)
returns boolean language plpgsql set search_path = '' as $$
declare
  v_before  app.incident_votes;
  v_phone   text;
  v_changed boolean;
begin
  delete from app.device_votes d where d.incident_id = p_incident and d.device_hash = p_device returning d.vote into v_phone;
  select * into v_before from app.incident_votes v where v.incident_id = p_incident and v.user_id = p_user;
  v_changed := v_before.vote is distinct from p_vote;
  if v_changed then
    perform app.check_vote_limits(v_before.spent_until, array(
      select v.voted_at from app.incident_votes v
       where v.user_id = p_user and v.voted_at > app.now() - interval '1 day' order by v.voted_at desc limit 200));
    insert into app.incident_votes as v (incident_id, user_id, vote, device_hash, voted_at, spent_until)
    values (p_incident, p_user, p_vote, case when p_vote is not null then p_device end, app.now(),
            app.now() + interval '1 minute')
    on conflict (incident_id, user_id) do update
      set (vote, device_hash, voted_at, spent_until) =
          (excluded.vote, excluded.device_hash, excluded.voted_at,
           greatest(v.spent_until + interval '1 minute', excluded.spent_until));
  end if;
  if v_changed or v_phone is not null then
    return (v_changed and 'confirm' in (v_before.vote, p_vote)) is true or v_phone is not distinct from 'confirm';
  end if;
  return null;
end
$$;

-- Store the vote of a phone on which nobody is signed in. A device id costs nothing, an IP address costs something: of one
-- network only so many votes on an incident are counted, and so many votes accepted (app.burst_limits, `network_vote`).
-- The caller holds the lock of the network, which makes both exact. Returns as app.store_vote.
-- Fails with: rate_limited
create function app.store_device_vote(p_incident uuid, p_device bytea, p_vote text, p_networks text[])
returns boolean language plpgsql set search_path = '' as $$
declare
  v_now     timestamptz := app.now();
  v_before  app.device_votes;
  v_network bytea[] := app.network_hashes(p_networks);
  v_counted boolean;
begin
  select * into v_before from app.device_votes d where d.incident_id = p_incident and d.device_hash = p_device;
  if v_before.vote is not distinct from p_vote then
    return null;
  end if;
  perform app.check_vote_limits(v_before.spent_until, array(
    select d.voted_at from app.device_votes d
     where d.device_hash = p_device and d.voted_at > v_now - interval '1 day' order by d.voted_at desc limit 200));
  perform app.fail_if_limited(app.limit_reset_at('network_vote', array(
    select d.voted_at from app.device_votes d
     where d.network = any (v_network) and d.voted_at > v_now - interval '1 day' and d.device_hash <> p_device
     order by d.voted_at desc)));
  v_counted := coalesce(v_before.counted, (
    select count(*) < (app.burst_limit('network_vote_counted')).allowed from app.device_votes d
     where d.incident_id = p_incident and d.network = any (v_network) and d.counted));
  insert into app.device_votes as d (incident_id, device_hash, vote, network, counted, voted_at, spent_until)
  values (p_incident, p_device, p_vote, v_network[1], v_counted, v_now, v_now + interval '1 minute')
  on conflict (incident_id, device_hash) do update
    set (vote, network, voted_at, spent_until) =
        (excluded.vote, excluded.network, excluded.voted_at,
         greatest(d.spent_until + interval '1 minute', excluded.spent_until));
  return v_counted and ('confirm' in (v_before.vote, p_vote)) is true;
end
$$;

-- Rate limits: ten changes of one vote in a burst and one a minute from then on (`p_spent_until`: of the vote so far, if
-- any); new votes on 30 incidents in ten minutes and 200 in a day (`p_recent`: their times, latest first). A rejected
-- vote is not lost: the client retries it.
-- Fails with: rate_limited
create function app.check_vote_limits(p_spent_until timestamptz, p_recent timestamptz[])
returns void language plpgsql set search_path = '' as $$
begin
  perform app.fail_if_limited(case
    when p_spent_until is not null then p_spent_until - interval '9 minutes'
    else greatest(p_recent[30] + interval '10 minutes', p_recent[200] + interval '1 day') end);
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
returns interval immutable
return case when p_category.severity >= 4 then interval '4 hours' else interval '24 hours' end;

-- The riders and phones with this vote.
create function app.count_votes(p_incident app.incidents, p_vote text)
returns int language plpgsql stable set search_path = '' as $$
begin
  return (select count(*) from app.counted_user_votes(p_incident, p_vote))
       + (select count(*) from app.counted_device_votes(p_incident, p_vote));
end
$$;

-- The votes of accounts that count. A reporter's own vote, cast before they reported, is excluded where they know that
-- the incident is theirs.
create function app.counted_user_votes(p_incident app.incidents, p_vote text)
returns setof app.incident_votes language plpgsql stable set search_path = '' as $$
begin
  return query
    select v.* from app.incident_votes v
     where v.incident_id = p_incident.id and v.vote = p_vote and not app.is_known_reporter(p_incident, v.user_id);
end
$$;

-- The votes of phones that count: not where an account voted on that phone, or the phone reported the incident.
create function app.counted_device_votes(p_incident app.incidents, p_vote text)
returns setof app.device_votes language plpgsql stable set search_path = '' as $$
begin
  return query
    select d.* from app.device_votes d
     where d.incident_id = p_incident.id and d.vote = p_vote and d.counted
       and not exists (select from app.incident_votes v
                        where v.incident_id = p_incident.id and v.device_hash = d.device_hash and v.vote is not null)
       and not app.is_known_reporter(p_incident, null, d.device_hash);
end
$$;

-- Votes that are independent, as far as can be determined: of accounts known for at least a day, and one per registered
-- device. An account is easily created for the purpose; after a day the incident is over. All votes of phones without an
-- account together weigh as one at most (app.weight_of_devices), so they decide nothing by themselves.
create function app.independent_votes(p_incident app.incidents, p_vote text, p_since timestamptz default '-infinity')
returns int language plpgsql stable set search_path = '' as $$
begin
  return (
    select count(distinct coalesce(encode(v.device_hash, 'hex'), v.user_id::text))
      from app.counted_user_votes(p_incident, p_vote) v
     where v.voted_at > p_incident.votes_from and v.voted_at >= p_since
       and not app.is_new_account(v.user_id))
    + app.weight_of_devices(p_incident, p_vote, p_since);
end
$$;

-- One, where phones that were registered over a day ago agree from three networks at least; else none. A network that is
-- seen on both sides of midnight has two hashes, but never three.
create function app.weight_of_devices(p_incident app.incidents, p_vote text, p_since timestamptz)
returns int language plpgsql stable set search_path = '' as $$
begin
  return (
    select case when count(distinct d.network) >= 3 then 1 else 0 end
      from app.counted_device_votes(p_incident, p_vote) d
      join app.devices k on k.token_hash = d.device_hash and k.created_at <= app.now() - interval '1 day'
     where d.voted_at > p_incident.votes_from and d.voted_at >= p_since);
end
$$;

-- Whether a user, or a phone without one, reported an incident and was shown that it is this one.
create function app.is_known_reporter(p_incident app.incidents, p_user uuid, p_device bytea default null)
returns boolean language plpgsql stable set search_path = '' as $$
begin
  return exists (select from app.reports r
                  where r.incident_id = p_incident.id
                    and (r.reporter_id = p_user
                         or (p_user is null and r.reporter_id is null and r.device_hash = p_device))
                    and app.is_incident_visible(r, p_incident));
end
$$;

-- The caller's own votes on the given incidents, at most a hundred of them. Those without a vote are omitted. For a user
-- who has not voted, that of the phone: it was theirs before they signed in. Without a sign-in the app's server passes
-- the device, if there is one.
--
-- Definer: nobody may read votes directly.
-- Fails with: unauthenticated, invalid_request
create function api.get_reporter_incident_votes(p_ids uuid[], p_device text default null)
returns jsonb language plpgsql stable security definer set search_path = '' as $$
declare
  v_user   uuid := case when app.is_server() then null else app.require_user() end;
  v_device bytea := app.known_device(p_device);
begin
  if (cardinality(p_ids) <= 100) is distinct from true then
    perform app.fail('invalid_request', '{"path": "ids"}');
  end if;
  return (
    select coalesce(jsonb_agg(jsonb_build_object('incidentId', o.incident_id, 'vote', o.vote) order by o.incident_id), '[]')
      from (select coalesce(v.incident_id, d.incident_id) as incident_id,
                   case when v.incident_id is null then d.vote else v.vote end as vote
              from (select * from app.incident_votes i where i.user_id = v_user and i.incident_id = any (p_ids)) v
              full join (select * from app.device_votes i where i.device_hash = v_device and i.incident_id = any (p_ids)) d
                on d.incident_id = v.incident_id) o
     where o.vote is not null);
end
$$;
grant execute on function api.get_reporter_incident_votes to authenticated, rider_server;

-- Erase the networks of votes after a day. Part of the sweep.
create function app.purge_vote_networks()
returns void language plpgsql set search_path = '' as $$
begin
  update app.device_votes d set network = null
   where d.network is not null and d.voted_at <= app.now() - interval '1 day';
end
$$;
