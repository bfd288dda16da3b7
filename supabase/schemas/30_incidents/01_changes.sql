-- The changes from which clients sync a copy of the feed: one row per incident, at the position of its last public
-- change.
--
-- A position is assigned once a change is due and committed, by one transaction at a time, which locks the row of
-- app.change_log: a client that has read up to a position has missed nothing before it, whichever of two open
-- transactions commits first. A sequence could not guarantee that. Positions reveal nothing that is not public: they
-- count public changes only, and those of one moment are ordered by their random ids.
create table app.incident_changes (
  incident_id uuid primary key,
  position    bigint not null unique,
  -- A hash of the last public state. An equal one is no change: it must not reveal that a pending report came in.
  seen        text not null,
  released_at timestamptz not null
);
create index incident_changes_old on app.incident_changes (released_at);

-- Incidents that may have changed, and when the change is due.
create table app.incident_changes_due (
  id          bigint generated always as identity primary key,
  incident_id uuid not null,
  due_at      timestamptz not null
);
create index incident_changes_due_at on app.incident_changes_due (due_at);

-- The last position that was assigned, and the last one that was purged.
create table app.change_log (
  singleton boolean primary key default true check (singleton),
  head      bigint not null,
  forgotten bigint not null
);
insert into app.change_log (head, forgotten) values (0, 0);

alter table app.incident_changes enable row level security;
alter table app.incident_changes_due enable row level security;
alter table app.change_log enable row level security;

-- Record that the public state of an incident may change at an instant.
create function app.note_change(p_incident uuid, p_from timestamptz)
returns void language plpgsql set search_path = '' as $$
begin
  insert into app.incident_changes_due (incident_id, due_at) values (p_incident, p_from);
end
$$;

-- Assign a position to every change that is due. One transaction at a time does this; a second one skips it and reads
-- the existing positions, and gets false. Changes that are not committed yet are found by the next.
create function app.release_changes()
returns boolean language plpgsql set search_path = '' as $$
declare
  v_now  timestamptz := app.now();
  v_head bigint;
  v_ids  uuid[];
  v_id   uuid;
  v_seen text;
begin
  if not exists (select from app.incident_changes_due d where d.due_at <= v_now) then
    return true;
  end if;
  select l.head into v_head from app.change_log l for update skip locked;
  if not found then
    return false;
  end if;
  with due as (
    delete from app.incident_changes_due d where d.due_at <= v_now returning d.incident_id
  )
  select array_agg(distinct due.incident_id order by due.incident_id) into v_ids from due;
  foreach v_id in array coalesce(v_ids, '{}') loop
    v_seen := coalesce(md5(app.public_state(v_id)::jsonb::text), app.gone_entry(v_id)::text);
    continue when v_seen is null;
    insert into app.incident_changes as c (incident_id, position, seen, released_at)
    values (v_id, v_head + 1, v_seen, v_now)
    on conflict (incident_id) do update
      set (position, seen, released_at) = (excluded.position, excluded.seen, excluded.released_at)
      where c.seen <> excluded.seen;
    if found then
      v_head := v_head + 1;
    end if;
  end loop;
  update app.change_log l set head = v_head where l.head <> v_head;
  return true;
end
$$;

-- Whether an incident is publicly gone, if it was ever public.
create function app.is_gone(p_incident app.incidents)
returns boolean language plpgsql stable set search_path = '' as $$
declare
  v_now timestamptz := app.now();
begin
  return p_incident.gone_at <= v_now is true and p_incident.back_at <= v_now is not true;
end
$$;

-- The reason why an incident that was public is gone, or null.
create function app.gone_entry(p_incident uuid)
returns jsonb language plpgsql stable set search_path = '' as $$
declare
  v_now timestamptz := app.now();
begin
  return (
    select jsonb_build_object('reason', coalesce(i.gone_reason, i.lifecycle), 'mergedInto', i.merged_into)
      from app.incidents i
     where i.id = p_incident and i.published_at <= v_now and app.is_gone(i));
end
$$;

-- Purge changes after 30 days. A client with an older position starts again.
create function app.purge_old_changes()
returns void language plpgsql set search_path = '' as $$
declare
  v_long_ago timestamptz := app.now() - interval '30 days';
  v_last     bigint;
begin
  select max(c.position) into v_last from app.incident_changes c where c.released_at < v_long_ago;
  if v_last is null then
    return;
  end if;
  perform from app.change_log l for update skip locked;
  if not found then
    return;
  end if;
  delete from app.incident_changes c where c.position <= v_last;
  update app.change_log l set forgotten = greatest(l.forgotten, v_last);
end
$$;
