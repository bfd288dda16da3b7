-- The allowed transitions of every state machine: reports, review entries, ratings, slots, … Each noun inserts its own
-- next to its tables. `machine` is the noun, or one of its axes.
create table app.transitions (
  machine    text not null,
  from_state text not null,
  to_state   text not null,
  primary key (machine, from_state, to_state)
);
alter table app.transitions enable row level security;

-- The states that a state can change to.
create function app.next_states(p_machine text, p_from text)
returns text[] language plpgsql stable set search_path = '' as $$
begin
  return array(select t.to_state from app.transitions t where t.machine = p_machine and t.from_state = p_from order by 1);
end
$$;

-- Reject a transition that is not allowed. Fails with: invalid_transition
create function app.check_move(p_machine text, p_from text, p_to text)
returns void language plpgsql stable set search_path = '' as $$
begin
  if (p_to = any (app.next_states(p_machine, p_from))) is distinct from true then
    perform app.refuse_move(p_from, app.next_states(p_machine, p_from));
  end if;
end
$$;
