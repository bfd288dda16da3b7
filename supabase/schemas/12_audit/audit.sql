-- Append-only: what users with privileges did, to what, and why, and what of people they read. Stored for 24 months. `detail` holds what changed, as
-- ids and codes; never anybody's text or location.
create table app.audit_log (
  id           bigint generated always as identity primary key,
  at           timestamptz not null,
  -- Null where the server's operator acted from a shell.
  actor_id     uuid,
  action       text not null check (action ~ '^[a-z_]+\.[a-z_]+$'),
  subject_kind text not null,
  subject_id   text not null,
  reason       text,
  detail       jsonb not null default '{}'
);
create index audit_log_subject on app.audit_log (subject_kind, subject_id, at desc, id desc);
create index audit_log_at on app.audit_log (at desc, id desc);
create index audit_log_subject_id on app.audit_log (subject_id);
-- What a bulk decision decided.
create index audit_log_members on app.audit_log using gin ((detail -> 'members'));
create index audit_log_actor on app.audit_log (actor_id, at desc, id desc);
alter table app.audit_log enable row level security;

-- Write one audit event, in the transaction of the action. `p_action` is `noun.verb`, as in `user.roles_changed`.
create function app.audit(
  p_actor uuid, p_action text, p_subject_kind text, p_subject_id text, p_reason text default null,
  p_detail jsonb default '{}')
returns void language plpgsql set search_path = '' as $$
begin
  insert into app.audit_log (at, actor_id, action, subject_kind, subject_id, reason, detail)
  values (app.now(), p_actor, p_action, p_subject_kind, p_subject_id, p_reason, p_detail);
end
$$;

-- Note what an admin has read of people: once an hour for the same, so that a page which reloads it is one reading.
create function app.note_read(
  p_actor uuid, p_action text, p_subject_kind text, p_subject_id text, p_detail jsonb default '{}')
returns void language plpgsql set search_path = '' as $$
begin
  if not exists (select from app.audit_log l
                  where l.subject_kind = p_subject_kind and l.subject_id = p_subject_id
                    and l.at > app.now() - interval '1 hour' and l.actor_id = p_actor and l.action = p_action
                    and l.detail = p_detail) then
    perform app.audit(p_actor, p_action, p_subject_kind, p_subject_id, null, p_detail);
  end if;
end
$$;

-- An action outside the review queue needs a reason: three to five hundred characters. Fails with: invalid_request
create function app.check_reason(p_reason text)
returns void language plpgsql immutable set search_path = '' as $$
begin
  if (char_length(btrim(p_reason)) >= 3 and char_length(p_reason) <= 500) is distinct from true then
    perform app.fail('invalid_request', '{"path": "reason"}');
  end if;
end
$$;

-- Purge audit events older than 24 months. Part of the sweep, in small steps.
create function app.purge_old_audit_events()
returns void language plpgsql set search_path = '' as $$
begin
  delete from app.audit_log l
   where l.id in (select o.id from app.audit_log o
                   where o.at <= app.now() - interval '24 months' order by o.at limit 1000);
end
$$;
