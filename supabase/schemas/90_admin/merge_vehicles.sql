-- Merge a vehicle that was entered twice into the other one: its reports, incidents, ratings, approved entries, followers
-- and retired codes move to `p_into`; its id, plate and public code lead there from then on; facts that `p_into` lacks are
-- filled in as a new version. The versions of its own facts stay with it, to be read. It cannot be undone, which is why
-- there is a preview. Idempotent.
--
-- A rider who rated both is one rider of the vehicle from then on, with the latest ride: figures count riders.
--
-- Concurrency: whoever stores something about a vehicle holds a key-share lock on it (app.follow_vehicle_merge), so a
-- merge waits for them, and what they store later is stored for `p_into`.
-- Definer: nobody may touch the tables directly.
-- Fails with: unauthenticated, role_required, not_found, invalid_request
create function api.merge_vehicles(p_id uuid, p_into uuid, p_reason text)
returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  v_admin uuid := app.require_role('admin');
  v_moved jsonb;
begin
  perform app.check_reason(p_reason);
  perform app.check_vehicle_merge(p_id, p_into);
  if not exists (select from app.vehicles v where v.id = p_id and v.merged_into is not null) then
    perform app.hold_vehicles_to_merge(p_id, p_into);
    perform app.check_vehicle_merge(p_id, p_into);
    v_moved := app.move_vehicle(p_id, p_into, v_admin, btrim(p_reason));
    perform app.audit(v_admin, 'vehicle.merged', 'vehicle', p_into::text, btrim(p_reason), jsonb_build_object(
      'from', p_id, 'plate', (select v.plate from app.vehicles v where v.id = p_id),
      'reports', v_moved -> 'reports', 'incidents', v_moved -> 'incidents', 'ratings', v_moved -> 'ratings',
      'ridersOfBoth', v_moved -> 'ridersOfBoth', 'entries', v_moved -> 'entries', 'followers', v_moved -> 'followers',
      'retiredCodes', v_moved -> 'retiredCodes', 'versions', v_moved -> 'versions'));
  end if;
  return app.vehicle_for_admin(p_into);
end
$$;
grant execute on function api.merge_vehicles to authenticated;

-- What a merge would move and fill in. Definer as above.
-- Fails with: unauthenticated, role_required, not_found, invalid_request
create function api.preview_vehicle_merge(p_id uuid, p_into uuid)
returns jsonb language plpgsql stable security definer set search_path = '' as $$
begin
  perform app.require_role('admin');
  perform app.check_vehicle_merge(p_id, p_into);
  return jsonb_build_object(
    'from', (select app.edited_vehicle_view(v) from app.vehicles v where v.id = p_id),
    'into', app.vehicle_for_admin(p_into),
    'moved', app.count_vehicle_merge(p_id, p_into),
    'filled', to_jsonb(app.facts_filled_by_merge(p_id, p_into)));
end
$$;
grant execute on function api.preview_vehicle_merge to authenticated;

-- Both exist, are different, and neither is merged into anything else. A repeat passes.
-- Fails with: not_found, invalid_request
create function app.check_vehicle_merge(p_id uuid, p_into uuid)
returns void language plpgsql stable set search_path = '' as $$
declare
  v_from app.vehicles;
  v_into app.vehicles;
begin
  select * into v_from from app.vehicles v where v.id = p_id;
  select * into v_into from app.vehicles v where v.id = p_into;
  perform app.require_found(v_from.id is not null and coalesce(v_from.merged_into, p_into) = p_into);
  if v_into.id is null then
    perform app.fail('invalid_request', '{"path": "into", "code": "unknown_reference"}');
  elsif v_into.id = v_from.id or v_into.merged_into is not null then
    perform app.fail('invalid_request', '{"path": "into", "code": "not_allowed_here"}');
  end if;
end
$$;

-- How much a merge moves.
create function app.count_vehicle_merge(p_id uuid, p_into uuid)
returns jsonb language plpgsql stable set search_path = '' as $$
declare
  v_plate text := (select v.plate_key from app.vehicles v where v.id = p_id);
begin
  return jsonb_build_object(
    'reports', (select count(*) from app.reports r where r.vehicle_id = p_id or r.vehicle_plate = v_plate),
    'incidents', cardinality(app.incidents_about_vehicle(p_id)),
    'ratings', (select count(*) from app.feedback f where f.vehicle_id = p_id),
    'ridersOfBoth', (select count(distinct f.voice) from app.feedback f
                      where f.vehicle_id = p_id
                        and exists (select from app.feedback g where g.vehicle_id = p_into and g.voice = f.voice)),
    'entries', (select count(*) from app.collection_entries e where e.vehicle_id = p_id),
    'followers', (select count(*) from app.follows w where w.vehicle_id = p_id),
    'retiredCodes', (select count(*) from app.retired_codes c where c.vehicle_id = p_id),
    'versions', (select count(*) from app.vehicle_facts f where f.vehicle_id = p_id));
end
$$;

-- The incidents that are about a vehicle, or that have a report about it.
create function app.incidents_about_vehicle(p_vehicle uuid)
returns uuid[] language plpgsql stable set search_path = '' as $$
declare
  v_plate text := (select v.plate_key from app.vehicles v where v.id = p_vehicle);
begin
  return array(
    select i.id from app.incidents i where i.vehicle_id = p_vehicle or i.vehicle_plate = v_plate
    union
    select r.incident_id from app.reports r
     where r.incident_id is not null and (r.vehicle_id = p_vehicle or r.vehicle_plate = v_plate)
     order by 1);
end
$$;

-- Lock both vehicles, and all rows that a merge moves. Writers lock a vehicle before some of these rows and after others
-- (a decision locks its report first), so no order is free of deadlocks: the rows are only tried, and after a failure
-- everything is released (by the end of the block) and tried again.
-- Fails with: SQLSTATE 55P03, which is answered as unavailable
create function app.hold_vehicles_to_merge(p_id uuid, p_into uuid)
returns void language plpgsql set search_path = '' as $$
begin
  perform app.held_sacco(v.sacco_id) from app.vehicles v where v.id in (p_id, p_into) order by v.sacco_id;
  for v_attempt in 1 .. 40 loop
    begin
      perform from app.vehicles v where v.id in (p_id, p_into) order by v.id for update;
      perform from app.vehicle_feedback_summaries s where s.vehicle_id in (p_id, p_into) for update nowait;
      perform from app.feedback f where f.vehicle_id = p_id for update nowait;
      perform from app.report_additions a where a.vehicle_id = p_id for update nowait;
      perform from app.reports r
        where r.vehicle_id = p_id or r.incident_id = any (app.incidents_about_vehicle(p_id)) for update nowait;
      perform from app.incidents i where i.id = any (app.incidents_about_vehicle(p_id)) for update nowait;
      perform from app.collection_entries e where e.vehicle_id = p_id for update nowait;
      perform from app.follows w where w.vehicle_id = p_id for update nowait;
      perform from app.alerts a where a.vehicle_id = p_id for update nowait;
      return;
    exception when lock_not_available then
      if v_attempt = 40 then
        raise;
      end if;
      perform pg_sleep(0.05);
    end;
  end loop;
end
$$;

-- Perform a merge. Returns how much it moved. The caller holds everything.
create function app.move_vehicle(p_id uuid, p_into uuid, p_admin uuid, p_reason text)
returns jsonb language plpgsql set search_path = '' as $$
declare
  v_now       timestamptz := app.now();
  v_moved     jsonb := app.count_vehicle_merge(p_id, p_into);
  v_incidents uuid[] := app.incidents_about_vehicle(p_id);
  v_from      app.vehicles;
  v_plate     text := (select v.plate_key from app.vehicles v where v.id = p_into);
begin
  select * into v_from from app.vehicles v where v.id = p_id;
  perform app.save_first_facts(v_from);
  perform app.fill_facts_by_merge(p_id, p_into, p_admin, p_reason);
  perform app.move_feedback_by_merge(p_id, p_into);
  -- Reports join by plate, and those from before the vehicle was known have nothing else.
  update app.reports r set vehicle_id = case when r.vehicle_id = p_id then p_into else r.vehicle_id end, vehicle_plate = v_plate
   where r.vehicle_id = p_id or r.vehicle_plate = v_from.plate_key;
  update app.report_additions a set vehicle_id = case when a.vehicle_id = p_id then p_into else a.vehicle_id end, vehicle_plate = v_plate
   where a.vehicle_id = p_id or a.vehicle_plate = v_from.plate_key;
  update app.incidents i set vehicle_id = case when i.vehicle_id = p_id then p_into else i.vehicle_id end, vehicle_plate = v_plate
   where i.vehicle_id = p_id or i.vehicle_plate = v_from.plate_key;
  update app.collection_entries e set vehicle_id = p_into where e.vehicle_id = p_id;
  delete from app.follows w
   where w.vehicle_id = p_id
     and exists (select from app.follows o where o.follower_id = w.follower_id and o.vehicle_id = p_into);
  update app.follows w set vehicle_id = p_into where w.vehicle_id = p_id;
  update app.alerts a set vehicle_id = p_into where a.vehicle_id = p_id;
  update app.retired_codes c set vehicle_id = p_into where c.vehicle_id = p_id;
  delete from app.vehicle_routes r where r.vehicle_id = p_id;
  update app.vehicles v set merged_into = p_into where v.merged_into = p_id;
  update app.vehicle_merges m set into_id = p_into where m.into_id = p_id;
  update app.vehicles v set merged_into = p_into, sacco_id = null where v.id = p_id;
  update app.vehicles v set state = 'known' where v.id in (p_id, p_into) and v.state <> 'known';
  perform app.publish_incident_again(i.id)
     from app.incidents i
    where i.id = any (v_incidents) and i.visibility = 'public' and i.published_at is not null
      and i.lifecycle not in ('merged', 'retracted')
    order by i.id;
  insert into app.vehicle_merges (from_id, into_id, merged_at, moved) values (p_id, p_into, v_now, v_moved);
  return v_moved;
end
$$;

create function app.publish_incident_again(p_incident uuid)
returns void language plpgsql set search_path = '' as $$
begin
  perform app.expire_if_over(p_incident);
  perform app.publish_incident(p_incident);
end
$$;

-- Move the ratings. Of two published figures those of the vehicle that stays remain, until enough riders came since
-- (app.count_vehicle_feedback); if it has none, the other's are its own.
create function app.move_feedback_by_merge(p_id uuid, p_into uuid)
returns void language plpgsql set search_path = '' as $$
declare
  v_from app.vehicle_feedback_summaries;
  v_keep boolean;
begin
  select * into v_from from app.vehicle_feedback_summaries s where s.vehicle_id = p_id;
  if v_from.vehicle_id is not null then
    insert into app.vehicle_feedback_summaries (vehicle_id, valid_until) values (p_into, app.now()) on conflict do nothing;
    v_keep := exists (select from app.vehicle_feedback_summaries s where s.vehicle_id = p_into and s.figures is not null);
    update app.vehicle_feedback_summaries s
       set figures = case when v_keep then s.figures else v_from.figures end,
           sentiment = case when v_keep then s.sentiment else v_from.sentiment end,
           as_of = case when v_keep then s.as_of else v_from.as_of end,
           too_few = case when v_keep then s.too_few else v_from.too_few end,
           valid_until = app.now()
     where s.vehicle_id = p_into;
  end if;
  update app.feedback f set vehicle_id = p_into, in_figures = f.in_figures and v_keep is false where f.vehicle_id = p_id;
  delete from app.vehicle_feedback_summaries s where s.vehicle_id = p_id;
end
$$;

-- The names of the facts that the vehicle that stays lacks and the other has.
create function app.facts_filled_by_merge(p_id uuid, p_into uuid)
returns text[] language plpgsql stable set search_path = '' as $$
declare
  v_from app.vehicles;
  v_into app.vehicles;
begin
  select * into v_from from app.vehicles v where v.id = p_id;
  select * into v_into from app.vehicles v where v.id = p_into;
  return array_remove(array[
    case when v_into.fleet_name is null and v_from.fleet_name is not null then 'fleetName' end,
    case when v_into.sacco_id is null and v_from.sacco_id is not null then 'saccoId' end,
    case when exists (select from app.vehicle_routes r where r.vehicle_id = p_id)
          and not exists (select from app.vehicle_routes r where r.vehicle_id = p_into) then 'routeIds' end,
    case when v_into.capacity is null and v_from.capacity is not null then 'capacity' end], null);
end
$$;

-- Fill them in, as a new version with the reason of the merge.
create function app.fill_facts_by_merge(p_id uuid, p_into uuid, p_admin uuid, p_reason text)
returns void language plpgsql set search_path = '' as $$
declare
  v_filled text[] := app.facts_filled_by_merge(p_id, p_into);
  v_from   app.vehicles;
  v_into   app.vehicles;
  v_facts  app.vehicle_facts;
begin
  if v_filled = '{}' then
    return;
  end if;
  select * into v_from from app.vehicles v where v.id = p_id;
  select * into v_into from app.vehicles v where v.id = p_into;
  perform app.save_first_facts(v_into);
  v_facts := app.present_facts(v_into);
  v_facts.version := v_facts.version + 1;
  v_facts.fleet_name := coalesce(v_facts.fleet_name, v_from.fleet_name);
  v_facts.sacco_id := coalesce(v_facts.sacco_id, v_from.sacco_id);
  v_facts.capacity := coalesce(v_facts.capacity, v_from.capacity);
  if 'routeIds' = any (v_filled) then
    v_facts.route_ids := array(select r.route_id from app.vehicle_routes r where r.vehicle_id = p_id order by 1);
  end if;
  v_facts.checks := '{}';
  v_facts.observed_at := v_into.checked_at;
  v_facts.approved_at := app.now();
  v_facts.approved_by := p_admin;
  v_facts.reason := p_reason;
  insert into app.vehicle_facts select v_facts.*;
  perform app.activate_facts(v_facts);
end
$$;
