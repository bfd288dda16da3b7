-- Whom the feeds with live routes name as their makers: {data: [{name, url}]}.
--
-- Definer: the network's tables are not readable directly.
create function api.list_feed_credits()
returns jsonb language plpgsql stable security definer set search_path = '' as $$
begin
  perform app.admit_caller();
  return jsonb_build_object('data', (
    select coalesce(jsonb_agg(jsonb_build_object('name', c.name, 'url', c.url) order by c.feed, c.place), '[]')
      from app.feed_credits c
     where exists (select from app.routes r where r.feed = c.feed and r.retired_at is null)));
end
$$;
grant execute on function api.list_feed_credits to authenticated, rider_server, surveyor_server, admin_server, api_server;

-- What an import stages of them, at most twenty: the columns of app.feed_credits.
create function app.staged_credits(p_import uuid)
returns table (place smallint, name text, url text) language plpgsql stable set search_path = '' as $$
begin
  return query
    select (r.row ->> 'place')::smallint, r.row ->> 'name', r.row ->> 'url'
      from app.gtfs_rows r
     where r.import_id = p_import and r.kind = 'credits' and (r.row ->> 'place')::smallint < 20;
end
$$;

-- The credits of an import that is not applied yet, else those of its feed.
create function app.credits_of(p_import app.gtfs_imports)
returns jsonb language plpgsql stable set search_path = '' as $$
begin
  return (
    select coalesce(jsonb_agg(jsonb_build_object('name', c.name, 'url', c.url) order by c.place), '[]')
      from (select s.* from app.staged_credits(p_import.id) s where p_import.state = 'checked'
            union all
            select f.place, f.name, f.url from app.feed_credits f
             where f.feed = p_import.feed and p_import.state = 'applied') c);
end
$$;

-- Replaces the credits of a feed by those of an import.
create function app.keep_feed_credits(p_import uuid, p_feed text)
returns void language plpgsql set search_path = '' as $$
begin
  delete from app.feed_credits c
   where c.feed = p_feed and not exists (
     select from app.staged_credits(p_import) s
      where s.place = c.place and s.name = c.name and s.url is not distinct from c.url);
  insert into app.feed_credits select p_feed, s.* from app.staged_credits(p_import) s on conflict do nothing;
end
$$;
