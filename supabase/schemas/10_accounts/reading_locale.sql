-- The language to answer in: the one that was asked for, else the caller's own choice, else English.
-- Fails with: invalid_request
create function app.reading_locale(p_locale text default null)
returns text
language plpgsql
stable
set search_path = ''
as $$
begin
  if p_locale not in ('en', 'sw') then
    perform app.fail('invalid_request', '{"path": "locale"}');
  end if;
  return coalesce(
    p_locale,
    (select p.locale from app.profiles p where p.user_id = app.user_id()),
    -- People can write what they like into their token's metadata.
    case when app.claims() -> 'user_metadata' ->> 'locale' = 'sw' then 'sw' end,
    'en');
end
$$;
