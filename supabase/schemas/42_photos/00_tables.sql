-- A photo of a report. The picture is in the private bucket `report-photos` of Supabase Storage, re-encoded by our
-- server; this row has its owner and its review state. Only reviewers ever see it.
create table app.report_photos (
  id          uuid primary key,
  report_id   uuid not null references app.reports,
  -- Hashes of the upload, to recognize a retry, and of the stored picture.
  sent_sha256 bytea not null check (octet_length(sent_sha256) = 32),
  sha256      bytea not null check (octet_length(sha256) = 32),
  bytes       int not null check (bytes between 1 and 2097152),
  width       int not null check (width between 1 and 1600),
  height      int not null check (height between 1 and 1600),
  state       text not null default 'pending' check (state in ('pending', 'passed', 'refused')),
  added_at    timestamptz not null,
  decided_at  timestamptz
);
create index report_photos_report on app.report_photos (report_id, added_at);
alter table app.report_photos enable row level security;

-- A picture is to be deleted from the bucket, which SQL cannot access. Twice, ten minutes apart: then an upload that was
-- still in progress is deleted too.
create function app.erase_object(p_object text, p_at timestamptz)
returns void language plpgsql set search_path = '' as $$
begin
  perform app.enqueue('erase_photo', p_object, p_at);
  perform app.enqueue('erase_photo_again', p_object, p_at + interval '10 minutes');
end
$$;

-- The path of a photo in the bucket.
create function app.photo_object(p_photo app.report_photos)
returns text immutable
return format('%s/%s.webp', p_photo.report_id, p_photo.id);

-- The picture of a removed photo is deleted: immediately where its report is withdrawn, purged or anonymized; where the
-- photo was refused, once that decision can no longer be undone.
create function app.erase_picture()
returns trigger language plpgsql set search_path = '' as $$
begin
  perform app.erase_object(app.photo_object(old),
                           case tg_op when 'DELETE' then app.now() else app.now() + app.undo_window() end);
  return null;
end
$$;
create trigger report_photos_deleted after delete on app.report_photos
  for each row execute function app.erase_picture();
create trigger report_photos_refused after update of state on app.report_photos
  for each row when (new.state = 'refused') execute function app.erase_picture();

-- A photo whose refusal is undone keeps its picture.
create function app.restore_picture()
returns trigger language plpgsql set search_path = '' as $$
begin
  perform app.cancel_job(t.task, app.photo_object(new)) from unnest(array['erase_photo', 'erase_photo_again']) t (task);
  return null;
end
$$;
create trigger report_photos_kept after update of state on app.report_photos
  for each row when (old.state = 'refused' and new.state <> 'refused') execute function app.restore_picture();

-- The photos of a report, for reviewers and the reporter's own export. The pictures are requested one by one.
create function app.photos_of(p_report uuid, p_sensitive boolean default false)
returns jsonb language plpgsql stable set search_path = '' as $$
begin
  return (
    select coalesce(jsonb_agg(jsonb_build_object('id', p.id, 'state', p.state, 'width', p.width, 'height', p.height,
                                                 'addedAt', app.admin_instant(p.added_at, p_sensitive)) order by p.added_at, p.id), '[]')
      from app.report_photos p where p.report_id = p_report);
end
$$;
