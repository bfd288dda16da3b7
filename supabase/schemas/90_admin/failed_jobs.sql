-- The jobs that were given up, the latest first: what was to be done, when and why it failed last. Neither for whom nor about
-- what.
--
-- Definer: no role may touch jobs.
-- Fails with: unauthenticated, role_required
create function api.list_failed_jobs()
returns jsonb language plpgsql stable security definer set search_path = '' as $$
begin
  perform app.require_role('admin');
  return jsonb_build_object(
    'data', (select coalesce(jsonb_agg(jsonb_build_object(
                      'id', f.id, 'task', f.task, 'failedAt', app.instant(coalesce(f.failed_at, f.due_at)), 'error', f.error)
                      order by coalesce(f.failed_at, f.due_at) desc), '[]')
               from (select * from app.jobs j where app.is_given_up(j) order by j.due_at desc limit 100) f),
    'count', (select count(*) from app.jobs j where app.is_given_up(j)));
end
$$;
grant execute on function api.list_failed_jobs to authenticated;

create function app.is_given_up(p_job app.jobs)
returns boolean stable
return p_job.attempts >= app.max_job_attempts() and (not p_job.is_running or p_job.due_at <= app.now());

-- Try all of them again, for another day; noted once for each task that there was. Definer as above.
-- Fails with: unauthenticated, role_required
create function api.retry_failed_jobs()
returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  v_admin uuid := app.require_role('admin');
  v_task  text;
begin
  for v_task in
    with retried as (
      update app.jobs j set due_at = app.now(), attempts = 0, is_running = false where app.is_given_up(j) returning j.task
    ) select distinct r.task from retried r order by 1
  loop
    perform app.audit(v_admin, 'job.retried', 'job', v_task);
  end loop;
  return api.list_failed_jobs();
end
$$;
grant execute on function api.retry_failed_jobs to authenticated;
