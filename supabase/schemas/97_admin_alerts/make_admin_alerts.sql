-- An injury or an assault that enters the queue. Categories that only a person may publish have no other fast way to one.
create function app.alert_admins_of_entry()
returns trigger language plpgsql security definer set search_path = '' as $$
declare
  v_report app.reports;
  v_kind   text;
begin
  select * into v_report from app.reports r where r.id = new.subject_id;
  v_kind := case when v_report.category = 'assault' then 'assault' when v_report.injury = 'some' then 'injury' end;
  if v_kind is not null then
    insert into app.admin_alerts (at, kind, subject_id, detail)
    values (app.now(), v_kind, new.id, jsonb_build_object('entryKind', new.kind)) on conflict do nothing;
  end if;
  return null;
end
$$;
create trigger alert_admins_of_entry after insert on app.review_entries
  for each row when (new.kind = 'report') execute function app.alert_admins_of_entry();

-- A surveyor left a place because it is not safe there, with the note if they wrote one.
create function app.alert_admins_of_slot()
returns trigger language plpgsql security definer set search_path = '' as $$
begin
  insert into app.admin_alerts (at, kind, subject_id, event_id, detail)
  select app.now(), 'not_safe', a.id, new.id,
         jsonb_strip_nulls(jsonb_build_object('title', a.title, 'note', new.note))
    from app.assignment_slots s join app.assignments a on a.id = s.assignment_id
   where s.id = new.slot_id;
  return null;
end
$$;
create trigger alert_admins_of_slot after insert on app.slot_events
  for each row when (new.to_state = 'blocked' and new.reason = 'unsafe') execute function app.alert_admins_of_slot();

-- What nobody decided in time, and a public feed that has stood still for three minutes. Part of every look for alerts; the
-- worker calls it apart from the sweep, because without the sweep the feed stands still.
create function app.alert_admins_of_delays()
returns void language plpgsql set search_path = '' as $$
declare
  v_now timestamptz := app.now();
begin
  insert into app.admin_alerts (at, kind, subject_id, detail)
  select v_now, 'overdue', e.id, jsonb_build_object('entryKind', e.kind)
    from app.review_entries e
   where e.state in ('pending', 'claimed', 'escalated') and e.due_at <= v_now
     and not exists (select from app.admin_alerts a where a.kind = 'overdue' and a.subject_id = e.id)
   order by e.due_at limit 200
  on conflict do nothing;
  if exists (select from app.incident_changes_due d where d.due_at <= v_now - interval '3 minutes')
     and not exists (select from app.admin_alerts a
                      where a.kind = 'feed_stopped' and a.at > v_now - interval '1 hour') then
    insert into app.admin_alerts (at, kind) values (v_now, 'feed_stopped');
  end if;
end
$$;

-- For the worker. Definer: no role may touch alerts.
create function api.alert_admins_of_delays()
returns jsonb language plpgsql security definer set search_path = '' as $$
begin
  perform app.alert_admins_of_delays();
  return '{"made": true}';
end
$$;
grant execute on function api.alert_admins_of_delays to worker_server;

create function app.purge_old_admin_alerts()
returns void language plpgsql set search_path = '' as $$
begin
  delete from app.admin_alerts a where a.at <= app.now() - interval '90 days';
end
$$;
