-- A route as riders call it: its number and its two ends, "46K Kencom – Kawangware". Feeds write every place on the way
-- into the long name, joined by dashes, and make a number unique with zeros before it or "_2" after it. Where dashes
-- with spaces separate the places, those without belong to a name.
create function app.route_name(p_short text, p_long text)
returns text language plpgsql immutable set search_path = '' as $$
declare
  v_places text[] := regexp_split_to_array(
    btrim(p_long), case when p_long ~ '\s[-–—]\s' then '\s+[-–—]\s+' else '\s*[-–—]\s*' end);
  v_number text := coalesce(nullif(regexp_replace(btrim(p_short), '^0+(?=[0-9])|_[0-9]+$', '', 'g'), ''), p_short);
begin
  v_places := array_remove(v_places, '');
  return btrim(concat_ws(' ', v_number, case cardinality(v_places)
    when 0 then null
    when 1 then v_places[1]
    else v_places[1] || ' – ' || v_places[cardinality(v_places)] end));
end
$$;
