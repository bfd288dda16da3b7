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
