-- Restrict the author of a report, rating or field entry, or lift that, without naming them: `hold` and `limit` for 90 days
-- (app.author_measures), `suspend` as by api.suspend_user, of accounts alone. The audit log names what they sent. Nobody
-- restricts themselves. Idempotent. Returns the author's standing.
--
-- Definer: none of these tables is accessible directly.
-- Fails with: unauthenticated, role_required, invalid_request, not_found, own_submission, invalid_transition
create function api.restrict_author(p_kind text, p_id uuid, p_measure text, p_on boolean, p_reason text)
returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  v_admin   uuid := app.require_role('admin');
  v_user    uuid;
  v_key     uuid;
  v_changed boolean := false;
begin
  perform app.check_reason(p_reason);
  select a.user_id, a.key into v_user, v_key from app.author_of(p_kind, p_id) a;
  perform app.require_found(v_key is not null);
  if v_user = v_admin then
    perform app.fail('own_submission');
  elsif p_on is null or (p_measure in ('hold', 'limit') or (p_measure = 'suspend' and v_user is not null)) is not true then
    perform app.fail('invalid_request', '{"path": "measure"}');
  elsif p_measure = 'suspend' and p_on then
    v_changed := app.suspend(v_user, v_admin);
  elsif p_measure = 'suspend' then
    delete from app.suspended_users s where s.user_id = v_user and app.is_restricted(v_key, 'suspend');
  end if;
  if p_on then
    delete from app.author_measures m where m.author = v_key and m.until <= app.now();
    insert into app.author_measures (author, measure, until)
    values (v_key, p_measure, case when p_measure = 'suspend' then 'infinity' else app.now() + interval '90 days' end)
    on conflict do nothing;
  else
    delete from app.author_measures m where m.author = v_key and m.measure = p_measure;
  end if;
  if found or v_changed then
    if p_on then
      perform app.audit(v_admin, 'author.restricted', p_kind, p_id::text, btrim(p_reason), jsonb_build_object('measure', p_measure));
    else
      perform app.audit(v_admin, 'author.freed', p_kind, p_id::text, btrim(p_reason), jsonb_build_object('measure', p_measure));
    end if;
  end if;
  return jsonb_build_object('id', p_id) || app.author_standing(v_user, v_key);
end
$$;
grant execute on function api.restrict_author to authenticated;

-- What the case of a vehicle leaves out of one thing in it: to the second when it happened and arrived, and what else its
-- author sent, about whatever vehicle, newest first, at most 50; of a surveyor field entries alone, and none of a rider.
-- Never who it is. The reason is stored in the audit log.
--
-- Definer: nobody may read these tables directly.
-- Fails with: unauthenticated, role_required, invalid_request, not_found
create function api.open_author(p_kind text, p_id uuid, p_reason text)
returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  v_admin  uuid := app.require_role('admin');
  v_user   uuid;
  v_device bytea;
  v_key    uuid;
begin
  perform app.check_reason(p_reason);
  select a.user_id, a.device, a.key into v_user, v_device, v_key from app.author_of(p_kind, p_id) a;
  perform app.require_found(v_key is not null);
  perform app.audit(v_admin, 'author.opened', p_kind, p_id::text, btrim(p_reason));
  return (
    with sent as (
      select 'report' as kind, r.id, r.occurred_at, r.received_at, app.report_order(r) as at, r.state, r.category,
             app.plate_text(r.vehicle_plate) as plate
        from app.reports r
       where p_kind <> 'collection_entry'
         and (r.reporter_id = v_user or (v_user is null and r.reporter_id is null and r.device_hash = v_device))
      union all
      select 'feedback', f.id, f.rode_at, f.received_at, f.received_at, f.state, null, v.plate
        from app.feedback f join app.vehicles v on v.id = f.vehicle_id
       where p_kind <> 'collection_entry'
         and (f.rider_id = v_user or (v_user is null and not f.signed_in and f.device_hash = v_device))
      union all
      select 'collection_entry', e.id, e.captured_at, e.received_at, e.received_at, e.state, null, e.facts ->> 'plate'
        from app.collection_entries e where e.surveyor_id = v_user and p_kind = 'collection_entry'
    ), others as (
      select * from sent s where s.id <> p_id order by s.at desc, s.id limit 50
    )
    select jsonb_build_object(
             'id', p_id, 'happenedAt', app.instant(s.occurred_at), 'receivedAt', app.instant(s.received_at),
             'others', (select coalesce(jsonb_agg(jsonb_build_object(
                                 'kind', o.kind, 'id', o.id, 'at', app.instant(o.at), 'state', o.state,
                                 'category', o.category, 'plate', o.plate, 'reviewId', app.review_of(o.kind, o.id))
                                 order by o.at desc, o.id), '[]') from others o))
      from sent s where s.id = p_id);
end
$$;
grant execute on function api.open_author to authenticated;

-- Who sent something: the account, else the phone; `key` is what measures against them are stored under. All null once it
-- was erased.
create function app.author_of(p_kind text, p_id uuid, out user_id uuid, out device bytea, out key uuid)
language plpgsql stable set search_path = '' as $$
begin
  case p_kind
    when 'report' then
      select r.reporter_id, r.device_hash into user_id, device from app.reports r where r.id = p_id and not r.author_erased;
    when 'feedback' then
      select f.rider_id, case when not f.signed_in then f.device_hash end into user_id, device
        from app.feedback f where f.id = p_id;
    when 'collection_entry' then
      select e.surveyor_id into user_id from app.collection_entries e where e.id = p_id;
    else null;
  end case;
  key := case when p_kind = 'collection_entry' then app.surveyor_key(user_id) else app.author_key(user_id, device) end;
end
$$;

-- What was decided so about an author and still holds, in the order of weight. Not a suspension from the page of an
-- account, which would tell whose report this is. Null for nobody.
create function app.author_standing(p_user uuid, p_key uuid)
returns jsonb language plpgsql stable set search_path = '' as $$
begin
  return case when p_key is not null then jsonb_build_object(
    'account', p_user is not null,
    'measures', to_jsonb(array_remove(array[
      case when app.is_restricted(p_key, 'hold') then 'hold' end,
      case when app.is_restricted(p_key, 'limit') then 'limit' end,
      case when app.is_restricted(p_key, 'suspend')
            and exists (select from app.suspended_users s where s.user_id = p_user) then 'suspend' end], null))) end;
end
$$;

-- The newest entry of the queue of something that somebody sent, if it ever had one.
create function app.review_of(p_kind text, p_id uuid)
returns uuid language plpgsql stable set search_path = '' as $$
begin
  return (select e.id from app.review_entries e
           where e.subject_id = p_id and e.kind = p_kind order by e.created_at desc, e.id limit 1);
end
$$;
