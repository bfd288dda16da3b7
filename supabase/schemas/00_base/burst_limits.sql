-- How much of one kind may come in within so long before it is a burst: the numbers of all these rules, for accounts, phones
-- and networks. A rule with several spans holds in each of them. `per_known`: so much more for each phone that is known
-- and reported from the same network that day.
create table app.burst_limits (
  rule      text not null,
  span      interval not null,
  allowed   int not null check (allowed > 0),
  per_known numeric not null default 0,
  primary key (rule, span)
);
alter table app.burst_limits enable row level security;
insert into app.burst_limits (rule, span, allowed, per_known) values
  -- Complaints of new accounts, or of phones without one, about one vehicle and of one kind.
  ('complaint',     '2 hours',    2,   0),
  -- Ratings of one sentiment by new accounts on one vehicle.
  ('rating',        '24 hours',   2,   0),
  -- Reports of one known phone that weigh as those of a known one; more weigh as those of a new one.
  ('known_phone',   '1 hour',     2,   0),
  -- Reports of new phones of one network: of one kind at one place; shown at once; taken at all.
  ('network_alike', '1 hour',     2,   0),
  ('network_live',  '10 minutes', 5,   0.05),
  ('network_live',  '1 hour',     12,  0.2),
  ('network_live',  '1 day',      40,  1),
  ('network_taken', '10 minutes', 100, 0.2),
  ('network_taken', '1 hour',     480, 0.5),
  ('network_taken', '1 day',      1500, 2);

-- A rule that has one span.
create function app.burst_limit(p_rule text)
returns app.burst_limits language plpgsql stable set search_path = '' as $$
declare
  v_limit app.burst_limits;
begin
  select * into strict v_limit from app.burst_limits l where l.rule = p_rule;
  return v_limit;
end
$$;

-- When a rule leaves room for one more, from when those before came, the latest first. Null: now.
create function app.room_at(p_rule text, p_times timestamptz[], p_phones bigint default 0)
returns timestamptz language plpgsql stable set search_path = '' as $$
begin
  return (select max(p_times[l.allowed + floor(l.per_known * p_phones)::int] + l.span)
            from app.burst_limits l where l.rule = p_rule);
end
$$;
