-- The periodic cleanup: incidents whose lifetime is over become `expired` and move from the live feed to the history;
-- rows that were replaced by a successor, or ended with their incident, are deleted; what ended 30 days ago is
-- archived; due changes get positions; data past its retention time is purged. Nothing depends on when this runs,
-- because every reader compares the times itself; it only keeps the live table small. Run it about once a minute.
-- Returns how many incidents expired.
create function app.sweep()
returns int language plpgsql security definer set search_path = '' as $$
declare
  v_now   timestamptz := app.now();
  v_id    uuid;
  v_count int := 0;
begin
  delete from app.incident_feed f
   where f.visible_until <= v_now
     and (exists (select from app.incident_feed s where s.incident_id = f.incident_id and s.visible_from > f.visible_from)
          or exists (select from app.incidents i where i.id = f.incident_id and i.lifecycle <> 'active'));
  delete from app.incident_history h where h.visible_until <= v_now;
  for v_id in
    select e.id from app.incidents e
     where e.lifecycle = 'active' and e.expires_at <= v_now
       and not exists (select from app.incident_feed f where f.incident_id = e.id and f.visible_until > v_now)
     order by e.expires_at limit 1000 for update skip locked
  loop
    v_count := v_count + app.expire_if_over(v_id)::int;
  end loop;
  perform app.archive_incidents();
  perform app.freeze_weeks();
  perform app.anonymize_old_reports();
  perform app.purge_report_networks();
  perform app.purge_vote_networks();
  perform app.purge_rating_phones();
  perform app.purge_author_measures();
  perform app.weigh_mentioned_vehicles();
  perform app.purge_old_audit_events();
  perform app.purge_old_responses();
  perform app.purge_old_snapshots();
  perform app.purge_entry_photos();
  perform app.submit_lapsed_slots();
  perform app.purge_idle_devices();
  perform app.purge_ended_sessions();
  perform app.purge_used_challenges();
  perform app.purge_shared_trips();
  -- Last, because they lock the change log until commit, and readers of changes wait for it.
  perform app.release_changes();
  perform app.purge_old_changes();
  perform app.make_alerts();
  perform app.make_report_alerts();
  perform app.purge_old_alerts();
  perform app.purge_old_admin_alerts();
  perform app.purge_old_deliveries();
  perform app.purge_old_jobs();
  return v_count;
end
$$;

-- The same for the worker. Of several that call it at once one does it.
create function api.sweep()
returns jsonb language plpgsql security definer set search_path = '' as $$
begin
  if pg_try_advisory_xact_lock(hashtextextended('sweep', 0)) then
    perform app.sweep();
  end if;
  return '{"swept": true}';
end
$$;
grant execute on function api.sweep to worker_server;

-- Move incidents that ended 30 days ago to `archived`. No report can join them any more (reports cover the last 30
-- days), and no copy of the feed has them. Their pages and the history of their vehicles and corridors are unchanged.
create function app.archive_incidents()
returns void language plpgsql set search_path = '' as $$
declare
  v_id uuid;
begin
  for v_id in
    select i.id from app.incidents i
     where i.lifecycle in ('resolved', 'expired') and i.expires_at <= app.now() - interval '30 days'
     order by i.expires_at limit 1000 for update skip locked
  loop
    perform app.move_incident(v_id, 'lifecycle', 'archived');
    perform app.publish_incident(v_id);
  end loop;
end
$$;
