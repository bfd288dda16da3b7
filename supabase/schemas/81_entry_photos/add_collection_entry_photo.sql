-- Register a photo of a collection entry, before its picture is stored. Only the entry's surveyor may. Idempotent by id
-- and picture; `wanted` says whether the picture is to be stored, which is true again on a retry, as the first attempt
-- may have failed before that.
--
-- A reviewer who is deciding has to reload the entry. Locks the entry, so the limit of three photos also holds for
-- concurrent requests.
-- Definer: no role may touch entries or photos.
-- Fails with: unauthenticated, role_required, not_found, invalid_request, id_reused, invalid_transition, report_full
create function api.add_collection_entry_photo(
  p_entry uuid, p_id uuid, p_sent_sha256 text, p_sha256 text, p_bytes int, p_width int, p_height int)
returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  v_surveyor uuid := app.require_role('surveyor');
  v_entry    app.collection_entries;
  v_photo    app.entry_photos;
begin
  select * into v_entry from app.collection_entries e
   where e.id = p_entry and e.surveyor_id = v_surveyor for update;
  perform app.require_found(v_entry.id is not null);
  perform app.check_photo_shape(p_id, p_sent_sha256, p_sha256, p_bytes, p_width, p_height);
  v_photo := app.find_entry_photo_or_room(v_entry, p_id, p_sent_sha256);
  if v_photo.id is not null then
    return app.entry_photo_response(v_photo, true);
  end if;
  insert into app.entry_photos (id, entry_id, sent_sha256, sha256, bytes, width, height, added_at)
  values (p_id, p_entry, decode(p_sent_sha256, 'hex'), decode(p_sha256, 'hex'), p_bytes, p_width, p_height, app.now())
  on conflict do nothing
  returning * into v_photo;
  if v_photo.id is null then
    perform app.fail('id_reused');
  end if;
  perform app.renew_review('collection_entry', p_entry);
  return app.entry_photo_response(v_photo, false);
end
$$;
grant execute on function api.add_collection_entry_photo to authenticated;

-- Check, before a picture is decoded, whether add_collection_entry_photo would accept it. Null: yes. A photo that is
-- there already is returned as add_collection_entry_photo does.
-- Definer: no role may touch entries or photos.
-- Fails with: unauthenticated, role_required, not_found, id_reused, invalid_transition, report_full
create function api.check_collection_entry_photo(p_entry uuid, p_id uuid, p_sent_sha256 text)
returns jsonb language plpgsql stable security definer set search_path = '' as $$
declare
  v_surveyor uuid := app.require_role('surveyor');
  v_entry    app.collection_entries;
  v_photo    app.entry_photos;
begin
  select * into v_entry from app.collection_entries e where e.id = p_entry and e.surveyor_id = v_surveyor;
  perform app.require_found(v_entry.id is not null);
  v_photo := app.find_entry_photo_or_room(v_entry, p_id, p_sent_sha256);
  return case when v_photo.id is not null then app.entry_photo_response(v_photo, true) end;
end
$$;
grant execute on function api.check_collection_entry_photo to authenticated;

-- The photo with this id if the entry has it already, else null if it may have another one.
-- Fails with: id_reused, invalid_transition, report_full
create function app.find_entry_photo_or_room(p_entry app.collection_entries, p_id uuid, p_sent_sha256 text)
returns app.entry_photos language plpgsql stable set search_path = '' as $$
declare
  v_photo app.entry_photos;
begin
  select * into v_photo from app.entry_photos p where p.id = p_id;
  if v_photo.id is not null then
    if v_photo.entry_id <> p_entry.id or encode(v_photo.sent_sha256, 'hex') is distinct from p_sent_sha256 then
      perform app.fail('id_reused');
    end if;
    return v_photo;
  end if;
  if p_entry.state in ('approved', 'rejected', 'replaced', 'withdrawn') then
    perform app.refuse_move(p_entry.state, '{}');
  end if;
  if (select count(*) from app.entry_photos p where p.entry_id = p_entry.id) >= 3 then
    perform app.fail('report_full');
  end if;
  return null;
end
$$;

-- The response to the sender of a photo, with the picture's path for the server.
create function app.entry_photo_response(p_photo app.entry_photos, p_repeated boolean)
returns jsonb stable
return jsonb_build_object(
  'id', p_photo.id, 'width', p_photo.width, 'height', p_photo.height, 'repeated', p_repeated,
  'object', app.entry_photo_object(p_photo), 'wanted', true);

-- A photo of an entry for a reviewer: the path of its picture.
--
-- Definer: no role may touch photos.
-- Fails with: unauthenticated, role_required, not_found
create function api.get_collection_entry_photo(p_entry uuid, p_id uuid)
returns jsonb language plpgsql stable security definer set search_path = '' as $$
declare
  v_photo app.entry_photos;
begin
  perform app.require_role('admin');
  select * into v_photo from app.entry_photos p where p.id = p_id and p.entry_id = p_entry;
  perform app.require_found(v_photo.id is not null);
  return app.entry_photo_response(v_photo, true);
end
$$;
grant execute on function api.get_collection_entry_photo to authenticated;

-- A photo of one's own entry, or of one that it corrects: the path of its picture. Definer as above.
-- Fails with: unauthenticated, role_required, not_found
create function api.get_own_collection_entry_photo(p_entry uuid, p_id uuid)
returns jsonb language plpgsql stable security definer set search_path = '' as $$
declare
  v_surveyor uuid := app.require_role('surveyor');
  v_photo    app.entry_photos;
begin
  select p.* into v_photo
    from app.collection_entries e
    join app.entry_photos p on p.id = p_id and p.entry_id in (select v.id from app.entry_versions(e.id) v)
   where e.id = p_entry and e.surveyor_id = v_surveyor;
  perform app.require_found(v_photo.id is not null);
  return app.entry_photo_response(v_photo, true);
end
$$;
grant execute on function api.get_own_collection_entry_photo to authenticated;
