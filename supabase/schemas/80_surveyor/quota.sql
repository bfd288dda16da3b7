-- What counts for the quota of a slot. Both sides show these numbers: the surveyor's phone and the console.

-- Why an entry does not count for the quota of its slot; empty where it counts, or has no slot. `rejected` by a reviewer:
-- its plate is free again. `repeat`: its plate was recorded for the same assignment before, by whomever; a correction has
-- the place of what it corrects, as long as it is of the same plate. `far_from_place`: see app.quality_flags. Else the facts
-- that were asked for and have no answer; `notSeen` is one. It is kept and reviewed as any other.
create function app.not_counted(p_entry app.collection_entries)
returns text[] language plpgsql stable set search_path = '' as $$
declare
  v_assignment app.assignments;
begin
  select a.* into v_assignment from app.assignment_slots s join app.assignments a on a.id = s.assignment_id
   where s.id = p_entry.slot_id;
  if v_assignment.id is null then
    return '{}';
  elsif p_entry.state = 'rejected' then
    return '{rejected}';
  end if;
  return array_remove(array[
      case when exists (
        select from app.collection_entries e join app.assignment_slots s on s.id = e.slot_id
         where e.plate_key = p_entry.plate_key and s.assignment_id = v_assignment.id
           and e.state not in ('replaced', 'withdrawn', 'rejected')
           and (app.plate_since(e), e.id) < (app.plate_since(p_entry), p_entry.id)) then 'repeat' end,
      case when 'far_from_place' = any (p_entry.quality_flags) then 'far_from_place' end], null)
    || array(select fact from unnest(v_assignment.facts_asked) with ordinality f (fact, n)
              where not app.has_answer(p_entry, fact) order by n);
end
$$;

-- An entry and those that it corrects.
create function app.entry_versions(p_entry uuid)
returns setof app.collection_entries language plpgsql stable set search_path = '' as $$
begin
  return query
    with recursive versions as (
      select e.* from app.collection_entries e where e.id = p_entry
      union all
      select e.* from app.collection_entries e join versions v on v.revises = e.id)
    select * from versions;
end
$$;

-- When the plate of an entry was first said, by it or by one that it corrects.
create function app.plate_since(p_entry app.collection_entries)
returns timestamptz language plpgsql stable set search_path = '' as $$
begin
  return (select min(v.received_at) from app.entry_versions(p_entry.id) v where v.plate_key = p_entry.plate_key);
end
$$;

-- The photos of an entry and of those that it corrects.
create function app.count_photos(p_entry uuid)
returns bigint language plpgsql stable set search_path = '' as $$
begin
  return (select count(*) from app.entry_photos p where p.entry_id in (select v.id from app.entry_versions(p_entry) v));
end
$$;

-- Whether an entry says something about a fact, or that it could not be seen. The photos of an entry stay those of the
-- one that corrects it.
create function app.has_answer(p_entry app.collection_entries, p_fact text)
returns boolean stable
return p_entry.facts ? p_fact
  or coalesce(p_entry.facts -> 'notSeen' ? p_fact, false)
  or case p_fact
       when 'note' then p_entry.note is not null
       when 'place' then (p_entry.place).lat is not null
       when 'photo' then app.count_photos(p_entry.id) > 0
       else false end;

-- How many of the vehicles under a claim count, and why the others do not; each has its first reason.
create function app.quota_tally(p_token bigint)
returns jsonb language plpgsql stable set search_path = '' as $$
begin
  return (
    select jsonb_build_object(
             'counted', count(*) filter (where t.why is null),
             'repeated', count(*) filter (where t.why = 'repeat'),
             'far', count(*) filter (where t.why = 'far_from_place'),
             'rejected', count(*) filter (where t.why = 'rejected'),
             'incomplete', count(*) filter (where t.why not in ('repeat', 'far_from_place', 'rejected')))
      from (select (app.not_counted(e))[1] as why from app.collection_entries e
             where e.token = p_token and e.state not in ('replaced', 'withdrawn')) t);
end
$$;
