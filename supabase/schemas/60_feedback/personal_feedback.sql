-- Anonymize a user's feedback. Stars and tags stay without an author, weighing once per vehicle as before; the comment
-- is deleted, because free text can identify its author. Their id as a reviewer is removed too. Ratings that were not
-- countable yet, because the account was too new, never become so; otherwise rating, leaving and signing up again would
-- create many riders within minutes.
create function app.erase_feedback_of(p_user uuid)
returns void language plpgsql set search_path = '' as $$
begin
  with voices as materialized (
    select v.vehicle_id, gen_random_uuid() as voice
      from (select distinct f.vehicle_id from app.feedback f where f.rider_id = p_user) v)
  update app.feedback f
     set rider_id = null, device_hash = null, voice = v.voice, comment = null, comment_flags = '{}', content_hash = '',
         counts_from = case when f.counts_from > app.now() then 'infinity' else f.counts_from end, version = f.version + 1
    from voices v
   where f.rider_id = p_user and f.vehicle_id = v.vehicle_id;
  update app.feedback_events e set actor = null where e.actor = p_user;
end
$$;

-- All feedback of a user, oldest first.
create function app.export_feedback_of(p_user uuid)
returns jsonb language plpgsql stable set search_path = '' as $$
begin
  return (select coalesce(jsonb_agg(app.feedback_view(f) order by f.received_at, f.id), '[]')
            from app.feedback f where f.rider_id = p_user);
end
$$;

-- Erase the networks of ratings after a day, and after 90 days, when no figure includes them any more, the phone and the
-- comment of those without an account: what stays are stars and tags of nobody. Part of the sweep.
create function app.purge_rating_phones()
returns void language plpgsql set search_path = '' as $$
begin
  update app.feedback f set network = null
   where f.network is not null and f.received_at <= app.now() - interval '1 day';
  update app.feedback f
     set device_hash = null, voice = gen_random_uuid(), comment = null, comment_flags = '{}', content_hash = '',
         version = f.version + 1
   where f.device_hash is not null and not f.signed_in and f.received_at <= app.now() - interval '90 days';
end
$$;
