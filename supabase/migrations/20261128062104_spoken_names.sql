CREATE OR REPLACE FUNCTION app.load_registered_sacco(p_register_no text, p_name text)
 RETURNS text
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  v_known app.sacco_register;
  v_sacco uuid;
begin
  select * into v_known from app.sacco_register r where r.register_no = p_register_no;
  if v_known.name = p_name then
    return 'unchanged';
  elsif v_known.register_no is not null then
    update app.sacco_register r set name = p_name where r.register_no = p_register_no;
    update app.saccos s set name = app.sacco_name(p_name)
     where s.id = v_known.sacco_id and s.name = app.sacco_name(v_known.name);
    return 'renamed';
  end if;
  v_sacco := (
    select n.id
      from (select s.id from app.saccos s
             where s.merged_into is null and app.search_key(s.name) = app.search_key(p_name)
            union all
            select a.sacco_id from app.sacco_aliases a where a.alias_key = app.search_key(p_name)) n
     where not exists (select from app.sacco_register r where r.sacco_id = n.id)
     limit 1);
  if v_sacco is not null then
    insert into app.sacco_register (register_no, name, sacco_id) values (p_register_no, p_name, v_sacco);
    return 'matched';
  end if;
  insert into app.saccos (slug, name) values (app.new_sacco_slug(p_name), app.sacco_name(p_name))
  returning id into v_sacco;
  insert into app.sacco_register (register_no, name, sacco_id) values (p_register_no, p_name, v_sacco);
  return 'added';
end
$function$;
revoke all on function app.load_registered_sacco(text,text) from public;

CREATE OR REPLACE FUNCTION app.sacco_name(p_name text)
 RETURNS text
 LANGUAGE plpgsql
 IMMUTABLE
 SET search_path TO ''
AS $function$
declare
  v_name text := btrim(regexp_replace(p_name, '\s+', ' ', 'g'));
begin
  if v_name not in (upper(v_name), lower(v_name)) then
    return v_name;
  end if;
  return (
    select string_agg(case
             when w.n > 1 and w.word in ('and', 'of', 'na', 'ya', 'wa', 'de', 'del', 'y') then w.word
             when w.word ~ '^(ltd|st|mt|dr)\M' then initcap(w.word)
             when w.word ~ '[0-9]' or w.word !~ '[aeiouyáéíóú]' or char_length(v_name) < 5 then upper(w.word)
             when w.word ~ '^co-' then 'C' || substr(w.word, 2)
             else initcap(w.word) end, ' ' order by w.n)
      from regexp_split_to_table(lower(v_name), ' ') with ordinality w (word, n));
end
$function$;
revoke all on function app.sacco_name(text) from public;

CREATE OR REPLACE FUNCTION app.follow_name(p_follow app.follows)
 RETURNS text
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  return coalesce(
    p_follow.name,
    (select c.name from app.corridors c where c.id = p_follow.corridor_id),
    (select app.route_name(r.short_name, r.long_name) from app.routes r where r.id = p_follow.route_id),
    (select v.plate from app.vehicles v where v.id = p_follow.vehicle_id));
end
$function$;
revoke all on function app.follow_name(app.follows) from public;

-- Groups and aliases that still have a name as the register files it.
select pg_advisory_xact_lock(hashtext('sacco_aliases'));
update app.saccos s set name = app.sacco_name(s.name)
 where s.name <> app.sacco_name(s.name) and exists (select from app.sacco_register r where r.name = s.name);
update app.sacco_aliases a set alias = app.sacco_name(a.alias)
 where a.alias <> app.sacco_name(a.alias) and exists (select from app.sacco_register r where r.name = a.alias);
