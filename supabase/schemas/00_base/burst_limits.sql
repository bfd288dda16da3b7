-- Burst limits for accounts, phones and networks: how many items of one kind may arrive within a time span before they
-- count as a burst. A rule with several spans applies each of them. `per_known` raises the limit for each known phone
-- that reported from the same network that day.
create table app.burst_limits (
  rule      text not null,
  span      interval not null,
  allowed   int not null check (allowed > 0),
  per_known numeric not null default 0,
  primary key (rule, span)
);
alter table app.burst_limits enable row level security;
insert into app.burst_limits (rule, span, allowed, per_known) values
  -- Complaints about one vehicle, of one kind, from new accounts or from phones without an account.
  ('complaint',     '2 hours',    2,   0),
  -- Ratings of one sentiment by new accounts on one vehicle.
  ('rating',        '24 hours',   2,   0),
  -- Incidents that the same two accounts corroborate, and vehicles that they make known.
  ('pair',          '30 days',    1,   0),
  -- Reports of one known phone that are weighted as known; any beyond these are weighted as new.
  ('known_phone',   '1 hour',     2,   0),
  -- Reports of new phones on one network: of one kind at one place; shown immediately; accepted at all.
  ('network_alike', '1 hour',     4,   0),
  ('network_live',  '10 minutes', 5,   0.05),
  ('network_live',  '1 hour',     12,  0.2),
  ('network_live',  '1 day',      40,  1),
  ('network_taken', '10 minutes', 100, 0.2),
  ('network_taken', '1 hour',     480, 0.5),
  ('network_taken', '1 day',      1500, 2),
  -- Votes of phones without an account on one network: counted on one incident; accepted at all.
  ('network_vote_counted', '1 day', 5, 0),
  ('network_vote',  '10 minutes', 200,  0),
  ('network_vote',  '1 hour',     800,  0),
  ('network_vote',  '1 day',      4000, 0),
  -- Vehicles that nobody registered and one follower starts to follow.
  ('follower_plate', '1 day',     10,   0),
  -- Ratings of phones without an account on one network: counted for one vehicle; of vehicles that nobody registered, as
  -- also follows of these; accepted at all.
  ('network_rating_counted', '1 day', 5, 0),
  ('network_plate', '1 day',      40,   0),
  ('network_rating', '10 minutes', 60,  0),
  ('network_rating', '1 hour',    200,  0),
  ('network_rating', '1 day',     1000, 0),
  -- What an author whom an admin limited (app.author_measures) sends: reports and ratings each; field entries.
  ('limited_author', '1 day',     2,   0),
  ('limited_surveyor', '1 day',   30,  0);

-- A rule with one span.
create function app.burst_limit(p_rule text)
returns app.burst_limits language plpgsql stable set search_path = '' as $$
declare
  v_limit app.burst_limits;
begin
  select * into strict v_limit from app.burst_limits l where l.rule = p_rule;
  return v_limit;
end
$$;

-- When a rule next allows one more, given the times of the earlier ones, latest first. Null: now.
create function app.limit_reset_at(p_rule text, p_times timestamptz[], p_phones bigint default 0)
returns timestamptz language plpgsql stable set search_path = '' as $$
begin
  return (select max(p_times[l.allowed + floor(l.per_known * p_phones)::int] + l.span)
            from app.burst_limits l where l.rule = p_rule);
end
$$;

-- The stored hashes of a network: today's first, then that of the day before. All callers without one are one network.
create function app.network_hashes(p_networks text[])
returns bytea[] language plpgsql immutable set search_path = '' as $$
begin
  return array(
    select sha256(convert_to(coalesce(n.hash, 'unknown'), 'UTF8'))
      from unnest(coalesce(nullif(p_networks, '{}'), '{unknown}')) with ordinality n (hash, i) order by n.i);
end
$$;
