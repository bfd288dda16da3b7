-- What whoever operates the service watches: counts, sizes and ages. No person, place or text.
create function app.system_state()
returns jsonb language plpgsql stable set search_path = '' as $$
declare
  v_now timestamptz := app.now();
begin
  return jsonb_build_object(
    'publicFeed', api.get_health(),
    'migrations', coalesce(api.list_migrations(), '[]'),
    'databaseBytes', pg_catalog.pg_database_size(current_database()),
    'backedUpAt', (select app.instant(max(l.at)) from app.audit_log l where l.subject_kind = 'backup'),
    'feeds', (select coalesce(jsonb_agg(jsonb_build_object(
                       'feed', f.feed, 'appliedAt', app.instant(f.applied_at),
                       'endsOn', (select max(s.ends_on) from app.services s where s.feed = f.feed)) order by f.feed), '[]')
                from (select i.feed, max(i.applied_at) as applied_at from app.gtfs_imports i
                       where i.state = 'applied' group by 1) f),
    'jobs', (select coalesce(jsonb_agg(jsonb_build_object(
                      'task', j.task, 'waiting', j.waiting, 'lateS', app.age_s(j.due_at), 'failed', j.failed) order by j.task), '[]')
               from (select j.task, count(*) filter (where not app.is_given_up(j)) as waiting,
                            min(j.due_at) filter (where not app.is_given_up(j)) as due_at,
                            count(*) filter (where app.is_given_up(j)) as failed
                       from app.jobs j group by 1) j),
    'review', (select jsonb_build_object(
                        'open', count(*), 'overdue', count(*) filter (where e.due_at <= v_now), 'oldestS', app.age_s(min(e.created_at)))
                 from app.review_entries e where e.state in ('pending', 'claimed', 'escalated')));
end
$$;

-- Seconds since then; 0 for nothing and for what is to come.
create function app.age_s(p_at timestamptz)
returns int stable
return coalesce(greatest(extract(epoch from app.now() - p_at)::int, 0), 0);

-- For the console. Definer: none of these tables is readable directly.
-- Fails with: unauthenticated, role_required, second_factor_required
create function api.get_system()
returns jsonb language plpgsql stable security definer set search_path = '' as $$
begin
  perform app.require_role('admin');
  return app.system_state();
end
$$;
grant execute on function api.get_system to authenticated;

-- For the metrics of the worker. Definer as above.
create function api.watch_system()
returns jsonb language plpgsql stable security definer set search_path = '' as $$
begin
  return app.system_state();
end
$$;
grant execute on function api.watch_system to worker_server;

-- A command has made a backup, of that name. Called by the owner of the database alone.
create function app.note_backup(p_name text)
returns void language plpgsql set search_path = '' as $$
begin
  perform app.audit(null, 'backup.made', 'backup', p_name);
end
$$;
