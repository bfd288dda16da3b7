-- The page size: 20 by default, at most 100.
create function app.page_size(p_limit int)
returns int immutable
return least(greatest(coalesce(p_limit, 20), 1), 100);

-- A page of a list: `data`, and `next`, the keyset cursor of the last row if there is more. Rows come in as `{"row": …,
-- "key": …}`, one more than the page size if there is more.
create function app.page(p_rows jsonb[], p_limit int)
returns jsonb language plpgsql immutable set search_path = '' as $$
begin
  return jsonb_build_object(
    'data', (select coalesce(jsonb_agg(r.entry -> 'row' order by r.n), '[]')
               from unnest(p_rows) with ordinality r (entry, n) where r.n <= p_limit),
    'next', case when cardinality(p_rows) > p_limit then p_rows[p_limit] -> 'key' end);
end
$$;

-- A LIKE pattern that matches a text anywhere, with its wildcards escaped. Null, which matches nothing, for null.
create function app.like_pattern(p_text text)
returns text immutable
return '%' || regexp_replace(p_text, '([\\%_])', '\\\1', 'g') || '%';

-- The same for a name key. Null for a text without letters or digits.
create function app.like_pattern_of_key(p_text text)
returns text language plpgsql stable set search_path = '' as $$
begin
  return app.like_pattern(nullif(app.name_key(p_text), ''));
end
$$;
