-- The network of a report without an account, stored for a day: device ids are free to create, so a sender who uses a
-- new one for each report is counted by network. `network` is a hash of a keyed hash that the app's server computes
-- from the IP address; the address itself is never sent here. It is in no response, and the sweep purges it.
create table app.report_networks (
  report_id uuid primary key references app.reports,
  network   bytea not null check (octet_length(network) = 32),
  at        timestamptz not null,
  -- How it was weighted on arrival.
  known     boolean not null,
  held      boolean not null
);
create index report_networks_network on app.report_networks (network, at desc);
create index report_networks_at on app.report_networks (at);
alter table app.report_networks enable row level security;

-- Weigh a new report without an account by its network: reports of new phones on one network are shown up to a low
-- limit, held for review above it or where they resemble others from there, and rejected above a high one. Known phones
-- are neither counted nor held, and each raises the limits for new ones: hundreds of riders share one IP address of a
-- mobile network. Kinds that are always reviewed are counted apart from the others, so that a flood of those refuses none
-- of these.
--
-- `p_networks`: the server's hash of the network, then that of the day before, because the hashes change every day. All
-- reports without one count as one network. Reports of one network queue on a lock, which makes the limits exact.
-- Fails with: rate_limited
create function app.weigh_by_network(p_report app.reports, p_networks text[])
returns void language plpgsql set search_path = '' as $$
declare
  v_now      timestamptz := p_report.received_at;
  v_networks bytea[] := app.network_hashes(p_networks);
  v_known    boolean := app.is_known_phone(p_report);
  v_held     boolean := false;
  v_phones   bigint;
  v_before   app.report_networks[];
begin
  perform pg_advisory_xact_lock(hashtextextended(encode(v_networks[1], 'hex'), 8));
  if not v_known then
    select count(distinct r.device_hash) into v_phones
      from app.report_networks n join app.reports r on r.id = n.report_id
     where n.network = any (v_networks) and n.known and n.at > v_now - interval '1 day';
    v_before := array(
      select n from app.report_networks n join app.reports r on r.id = n.report_id
       where n.network = any (v_networks) and not n.known and n.at > v_now - interval '1 day'
         and app.is_sensitive('public', r.category) = app.is_sensitive('public', p_report.category)
       order by n.at desc);
    perform app.fail_if_limited(
      app.limit_reset_at('network_taken', array(select b.at from unnest(v_before) b), v_phones));
    v_held := app.limit_reset_at(
      'network_live', array(select b.at from unnest(v_before) b where not b.held), v_phones) > v_now is true
              or app.is_similar_on_network(p_report, v_networks);
  end if;
  insert into app.report_networks (report_id, network, at, known, held)
  values (p_report.id, v_networks[1], v_now, v_known, v_held);
end
$$;

-- Whether the sender of a report without an account is a known phone: an earlier report of it without an account
-- counts, is over a day old or was approved by a reviewer, and none was rejected. Beyond two in an hour its reports
-- weigh as those of a new one, so that collecting phones for a flood is useless.
create function app.is_known_phone(p_report app.reports)
returns boolean language plpgsql stable set search_path = '' as $$
declare
  v_now   timestamptz := p_report.received_at;
  v_limit app.burst_limits := app.burst_limit('known_phone');
begin
  return (
    select coalesce(bool_or(app.proves_known_phone(r, v_now)), false)
           and count(*) filter (where r.received_at > v_now - v_limit.span) < v_limit.allowed
           and not coalesce(bool_or(r.state = 'rejected' and r.state_reason is distinct from 'no_answer'), false)
      from app.reports r
     where r.device_hash = p_report.device_hash and r.reporter_id is null and r.id <> p_report.id);
end
$$;

-- Whether a report makes its phone known. A day, as for accounts (app.is_new_account): age cannot be faked in a minute.
create function app.proves_known_phone(p_report app.reports, p_now timestamptz)
returns boolean language plpgsql stable set search_path = '' as $$
begin
  return p_report.state in ('accepted', 'linked')
    and (p_report.received_at <= p_now - interval '1 day'
         or exists (select from app.report_events e
                     where e.report_id = p_report.id and e.to_state = 'accepted' and e.actor is not null));
end
$$;

-- Whether other new phones on the same network recently reported the same kind with the same vehicle or place.
create function app.is_similar_on_network(p_report app.reports, p_networks bytea[])
returns boolean language plpgsql stable set search_path = '' as $$
declare
  v_limit app.burst_limits := app.burst_limit('network_alike');
begin
  return (
    select count(distinct r.device_hash) >= v_limit.allowed
      from app.report_networks n join app.reports r on r.id = n.report_id
     where n.network = any (p_networks) and not n.known and n.at > p_report.received_at - v_limit.span
       and r.category = p_report.category and r.device_hash <> p_report.device_hash
       and r.state not in ('withdrawn', 'rejected', 'purged')
       and (r.vehicle_plate = p_report.vehicle_plate
            or app.distance_m(r.lat, r.lng, p_report.lat, p_report.lng) <= 500));
end
$$;

-- The sibling reports of one in a network burst: what new phones sent from there in the hour before.
create function app.burst_of_network(p_report uuid)
returns uuid[] language plpgsql stable set search_path = '' as $$
begin
  return array(
    select o.report_id
      from app.report_networks n
      join app.report_networks o on o.network = n.network and not o.known and o.report_id <> n.report_id
       and o.at between n.at - interval '1 hour' and n.at
     where n.report_id = p_report
     order by o.at desc, o.report_id
     limit 20);
end
$$;

-- Purge the networks of reports after a day, and, once a reviewer has decided, the link between reports of one network.
-- Part of the sweep.
create function app.purge_report_networks()
returns void language plpgsql set search_path = '' as $$
declare
  v_day timestamptz := app.now() - interval '1 day';
begin
  delete from app.report_networks n where n.at <= v_day;
  update app.review_entries e set detail = e.detail - 'similar'
   where e.reason = 'network' and e.decided_at <= v_day and e.detail ? 'similar';
end
$$;
