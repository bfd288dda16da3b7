-- Tidy up: incidents whose time has passed become `expired` and move from the live feed to the history; rows that a
-- successor has replaced, or that ended with their incident, go; changes that are due are listed; reports that nobody may
-- keep any longer are forgotten. Nothing depends on when this runs, every reader compares the times itself; it only keeps
-- the live table small. Run it about once a minute. Answers how many incidents expired.
create function app.sweep()
returns int
language plpgsql
security definer
set search_path = ''
as $$
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
  perform app.release_changes();
  perform app.forget_old_changes();
  perform app.freeze_weeks();
  perform app.forget_old_reports();
  perform app.forget_entry_photos();
  perform app.forget_idle_devices();
  return v_count;
end
$$;

-- Where the project has pg_cron, it runs the sweep; enable that extension before these files are applied. The embedded
-- database has none, and its server does it.
do $$
begin
  if exists (select from pg_extension where extname = 'pg_cron') then
    perform cron.schedule('salama-sweep', '* * * * *', 'select app.sweep()');
  end if;
end
$$;
