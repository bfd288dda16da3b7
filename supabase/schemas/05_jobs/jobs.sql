-- After so many attempts a job is given up, which is a day after the first one (see `app.retry_delay`). A picture is tried
-- until it is deleted.
create function app.max_job_attempts()
returns int immutable
return 14;

-- How long to wait after an attempt: 1, 2, 4, … minutes, at most about four hours.
create function app.retry_delay(p_attempts int)
returns interval immutable
return power(2, least(p_attempts, 9) - 1) * interval '1 minute';

-- Ask for a job. There is one per task and key: another one replaces it and begins again. One that a worker has just now
-- is done once more afterwards, so that no two workers do the same at the same time.
create function app.enqueue(p_task text, p_key text, p_due_at timestamptz default null, p_lane text default null)
returns void language plpgsql set search_path = '' as $$
declare
  v_now    timestamptz := app.now();
  v_due_at timestamptz := coalesce(p_due_at, v_now);
  v_job    app.jobs;
begin
  select * into v_job from app.jobs j where j.task = p_task and j.key = p_key for update;
  if v_job.is_running and v_job.due_at > v_now then
    update app.jobs j set again_at = v_due_at where j.id = v_job.id;
  else
    insert into app.jobs as j (task, key, due_at, lane) values (p_task, p_key, v_due_at, coalesce(p_lane, p_task))
    on conflict (task, key) do update
      set (id, due_at, attempts, is_running, again_at, failed_at, error)
          = (gen_random_uuid(), excluded.due_at, 0, false, null, null, null);
  end if;
end
$$;

create function app.cancel_job(p_task text, p_key text)
returns void language plpgsql set search_path = '' as $$
begin
  delete from app.jobs j where j.task = p_task and j.key = p_key;
end
$$;

-- The jobs to do now, with what is to be sent. A worker has each for ten minutes, then another one may take it. A job that
-- has become pointless is deleted here; one whose content cannot be read is a failed attempt and stops no other.
-- Several workers may call this.
--
-- At most `p_limit` of each lane, less those that the worker has (`p_busy`, by lane), so that a mail server or a push
-- service which is slow delays nobody else's. The lanes are few, and found by one step each of the index.
--
-- Definer: no role may touch jobs, or what they send.
create function api.claim_jobs(p_limit int, p_busy jsonb default '{}')
returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  v_now     timestamptz := app.now();
  v_job     app.jobs;
  v_content jsonb;
  v_jobs    jsonb := '[]';
begin
  for v_job in
    with recursive lanes as (
      (select j.lane from app.jobs j order by j.lane limit 1)
      union all
      select (select j.lane from app.jobs j where j.lane > l.lane order by j.lane limit 1) from lanes l
       where l.lane is not null
    ), due as (
      select d.id from lanes l, lateral (
        select j.id from app.jobs j
         where j.lane = l.lane and j.due_at <= v_now and (j.attempts < app.max_job_attempts() or j.task like 'erase%')
         order by j.due_at limit greatest(p_limit - coalesce((p_busy ->> l.lane)::int, 0), 0) for update skip locked) d
    )
    update app.jobs j set due_at = v_now + interval '10 minutes', attempts = j.attempts + 1, is_running = true
      from due where j.id = due.id
    returning j.*
  loop
    begin
      v_content := app.job_content(v_job);
    exception when others then
      perform app.note_failure(v_job.id, v_job.attempts, 'content: ' || sqlstate, false);
      continue;
    end;
    if v_content is null then
      delete from app.jobs j where j.id = v_job.id;
    else
      v_jobs := v_jobs || jsonb_build_object(
        'id', v_job.id, 'task', v_job.task, 'lane', v_job.lane, 'attempt', v_job.attempts, 'content', v_content);
    end if;
  end loop;
  return v_jobs;
end
$$;
grant execute on function api.claim_jobs to worker_server;

-- What a job sends, as it is now; null when there is nothing left to do.
create function app.job_content(p_job app.jobs)
returns jsonb language plpgsql stable set search_path = '' as $$
begin
  return case p_job.task
    when 'account_mail' then app.account_mail_content(p_job.key)
    when 'admin_mail' then app.admin_mail_content(p_job.key::uuid)
    when 'report_mail' then app.report_mail_content(p_job.key)
    when 'admin_webhook' then app.admin_webhook_content(p_job.key::bigint)
    when 'push' then app.push_content(p_job.key)
    when 'webhook' then app.webhook_content(p_job.key)
    else jsonb_build_object('object', p_job.key)
  end;
end
$$;

-- A job was done. `p_result` is what the worker has to tell: the content that it sent, for example, which is true also of
-- an attempt whose ten minutes were over. The job itself is then another worker's. Idempotent. Definer as above.
create function api.finish_job(p_id uuid, p_task text, p_attempt int, p_result jsonb)
returns jsonb language plpgsql security definer set search_path = '' as $$
begin
  case p_task
    when 'admin_mail' then perform app.admin_mail_sent(p_result);
    when 'report_mail' then perform app.report_mail_sent(p_result);
    when 'push' then perform app.push_sent(p_result);
    when 'webhook' then perform app.webhook_sent(p_result, p_attempt);
    else null;
  end case;
  if not app.begin_again(p_id, p_attempt) then
    delete from app.jobs j where j.id = p_id and j.attempts = p_attempt;
  end if;
  return '{"finished": true}';
end
$$;
grant execute on function api.finish_job to worker_server;

-- What was asked for while a worker had the same begins, however that ended; false where nothing was.
create function app.begin_again(p_id uuid, p_attempt int)
returns boolean language plpgsql set search_path = '' as $$
begin
  update app.jobs j
     set (id, due_at, attempts, is_running, again_at, failed_at, error)
         = (gen_random_uuid(), j.again_at, 0, false, null, null, null)
   where j.id = p_id and j.attempts = p_attempt and j.again_at is not null;
  return found;
end
$$;

-- An attempt failed; the last one, or one with `p_is_final`, is followed by no other. Changes nothing when another worker
-- has the job by now. Definer as above.
create function api.fail_job(p_id uuid, p_attempt int, p_error text, p_is_final boolean default false)
returns jsonb language plpgsql security definer set search_path = '' as $$
begin
  perform app.note_failure(p_id, p_attempt, p_error, p_is_final);
  return '{"noted": true}';
end
$$;
grant execute on function api.fail_job to worker_server;

create function app.note_failure(p_id uuid, p_attempt int, p_error text, p_is_final boolean)
returns void language plpgsql set search_path = '' as $$
declare
  v_job app.jobs;
begin
  select * into v_job from app.jobs j where j.id = p_id and j.attempts = p_attempt;
  if v_job.task = 'webhook' then
    perform app.webhook_failed(v_job, p_error, p_is_final);
  end if;
  if app.begin_again(p_id, p_attempt) then
    return;
  end if;
  update app.jobs j
     set error = left(p_error, 200), failed_at = app.now(), is_running = false,
         due_at = app.now() + app.retry_delay(j.attempts),
         attempts = case when p_is_final then app.max_job_attempts() else j.attempts end
   where j.id = p_id and j.attempts = p_attempt;
end
$$;

-- Purge jobs that were given up 30 days ago. Part of the sweep.
create function app.purge_old_jobs()
returns void language plpgsql set search_path = '' as $$
begin
  delete from app.jobs j
   where j.attempts >= app.max_job_attempts() and j.due_at <= app.now() - interval '30 days' and j.task not like 'erase%';
end
$$;
