CREATE OR REPLACE FUNCTION app.not_counted(p_entry app.collection_entries)
 RETURNS text[]
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
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
$function$;
revoke all on function app.not_counted(app.collection_entries) from public;

CREATE OR REPLACE FUNCTION app.entry_versions(p_entry uuid)
 RETURNS SETOF app.collection_entries
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  return query
    with recursive versions as (
      select e.* from app.collection_entries e where e.id = p_entry
      union all
      select e.* from app.collection_entries e join versions v on v.revises = e.id)
    select * from versions;
end
$function$;
revoke all on function app.entry_versions(uuid) from public;

CREATE OR REPLACE FUNCTION app.plate_since(p_entry app.collection_entries)
 RETURNS timestamp with time zone
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  return (select min(v.received_at) from app.entry_versions(p_entry.id) v where v.plate_key = p_entry.plate_key);
end
$function$;
revoke all on function app.plate_since(app.collection_entries) from public;

CREATE OR REPLACE FUNCTION app.count_photos(p_entry uuid)
 RETURNS bigint
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  return (select count(*) from app.entry_photos p where p.entry_id in (select v.id from app.entry_versions(p_entry) v));
end
$function$;
revoke all on function app.count_photos(uuid) from public;

CREATE OR REPLACE FUNCTION app.quota_tally(p_token bigint)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
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
$function$;
revoke all on function app.quota_tally(bigint) from public;
