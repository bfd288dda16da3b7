-- A photo of a collection entry, for reviewers and its surveyor only. The picture is stored beside those of reports, re-encoded by our
-- server (see 42_photos). It has no state of its own: it is decided with its entry.
create table app.entry_photos (
  id          uuid primary key,
  entry_id    uuid not null references app.collection_entries,
  -- Hashes of the upload, to recognize a retry, and of the stored picture.
  sent_sha256 bytea not null check (octet_length(sent_sha256) = 32),
  sha256      bytea not null check (octet_length(sha256) = 32),
  bytes       int not null check (bytes between 1 and 2097152),
  width       int not null check (width between 1 and 1600),
  height      int not null check (height between 1 and 1600),
  added_at    timestamptz not null
);
create index entry_photos_entry on app.entry_photos (entry_id, added_at);
alter table app.entry_photos enable row level security;

-- The path of a photo in the bucket.
create function app.entry_photo_object(p_photo app.entry_photos)
returns text immutable
return format('entries/%s/%s.webp', p_photo.entry_id, p_photo.id);

-- The picture of a deleted photo is deleted.
create function app.erase_entry_picture()
returns trigger language plpgsql set search_path = '' as $$
begin
  perform app.erase_object(app.entry_photo_object(old), app.now());
  return null;
end
$$;
create trigger entry_photos_deleted after delete on app.entry_photos
  for each row execute function app.erase_entry_picture();

-- The photos of an entry, for reviewers and the surveyor's own export. The pictures are requested one by one.
create function app.photos_of_entry(p_entry uuid)
returns jsonb language plpgsql stable set search_path = '' as $$
begin
  return (
    select coalesce(jsonb_agg(jsonb_build_object('id', p.id, 'width', p.width, 'height', p.height,
                                                 'addedAt', app.instant(p.added_at)) order by p.added_at, p.id), '[]')
      from app.entry_photos p where p.entry_id = p_entry);
end
$$;

-- Purge photos 90 days after the decision, or after the arrival of an entry that needs none any more. A pending entry
-- keeps them.
create function app.purge_entry_photos()
returns void language plpgsql set search_path = '' as $$
begin
  delete from app.entry_photos p
   using app.collection_entries e
   where e.id = p.entry_id and e.state in ('approved', 'rejected', 'replaced', 'withdrawn')
     and coalesce(e.decided_at, e.received_at) <= app.now() - interval '90 days';
end
$$;
