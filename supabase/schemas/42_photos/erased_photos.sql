-- The pictures to delete from the bucket now. Definer: no role may touch the table.
create function api.list_erased_photos()
returns jsonb language plpgsql stable security definer set search_path = '' as $$
begin
  return (select coalesce(jsonb_agg(e.object), '[]')
            from (select object from app.erased_photos where erased_at <= app.now() order by erased_at limit 100) e);
end
$$;
grant execute on function api.list_erased_photos to service_role;

-- Confirm that these were deleted from the bucket. Those erased ten minutes ago are done; younger ones are listed
-- again.
-- Definer as above.
create function api.purge_erased_photos(p_objects text[])
returns jsonb language plpgsql security definer set search_path = '' as $$
begin
  delete from app.erased_photos e
   where e.object = any (p_objects) and e.erased_at <= app.now() - interval '10 minutes';
  return '{"forgotten": true}';
end
$$;
grant execute on function api.purge_erased_photos to service_role;

-- The bucket, where the project has Supabase Storage: private, and without any policy, so only the secret key can
-- access it. The embedded server creates its own.
do $$
begin
  if to_regclass('storage.buckets') is not null then
    insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types)
    values ('report-photos', 'report-photos', false, 2097152, array['image/webp'])
    on conflict (id) do nothing;
  end if;
end
$$;
