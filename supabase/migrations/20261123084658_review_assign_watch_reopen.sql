set check_function_bodies = off;

drop function "api"."list_review_queue"(text, text, text, boolean, text, boolean, boolean, boolean, integer, jsonb);

create table "app"."review_viewers" (
  "admin_id" uuid                     not null,
  "entry_id" uuid                     not null,
  "seen_at"  timestamp with time zone not null,
  constraint "review_viewers_pkey" primary key (admin_id)
);

alter table "app"."review_viewers"
  enable row level security;

alter table "app"."review_entries"
  add column "assigned_to" uuid;

alter type "app"."review_filter" add attribute "unassigned" boolean cascade;

create or replace function api.assign_review_entry (
  p_id uuid,
  p_to uuid
)
  returns jsonb
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
declare
  v_admin uuid := app.require_role('admin');
  v_entry app.review_entries;
begin
  select * into v_entry from app.review_entries e where e.id = p_id for update;
  perform app.require_found(found);
  if v_entry.state not in ('pending', 'claimed', 'escalated') then
    perform app.refuse_review_move(v_entry.state);
  elsif p_to is not null and not exists (select from app.user_roles r where r.user_id = p_to and r.role = 'admin') then
    perform app.fail('invalid_request', '{"path": "to", "code": "unknown_reference"}');
  elsif p_to is not null and (app.is_own_review(v_entry, p_to) or v_entry.escalated_by = p_to) then
    perform app.fail('invalid_request', '{"path": "to", "code": "not_allowed_here"}');
  end if;
  if v_entry.assigned_to is distinct from p_to then
    update app.review_entries e set assigned_to = p_to where e.id = p_id returning * into v_entry;
    perform app.audit(v_admin, 'review.assigned', 'review_entry', p_id::text, null, jsonb_build_object(
      'kind', v_entry.kind, 'subjectId', v_entry.subject_id, 'to', p_to));
  end if;
  return app.review_response(v_entry, v_admin);
end
$function$;

create or replace function api.get_review_entry (
  p_id uuid
)
  returns jsonb
  language plpgsql
  stable
  security definer
  set search_path to ''
  AS $function$
declare
  v_admin uuid := app.require_role('admin');
  v_entry app.review_entries;
begin
  select * into v_entry from app.review_entries e where e.id = p_id;
  perform app.require_found(found);
  return app.review_response(v_entry, v_admin) || jsonb_build_object(
    'subject', app.review_view(v_entry),
    'canReopen', app.can_reopen(v_entry, v_admin),
    'events', app.subject_events(v_entry),
    'earlier', app.earlier_reviews(v_entry),
    'history', app.review_history(p_id, app.is_sensitive_subject(v_entry.kind, v_entry.subject_id)),
    'reasons', app.review_reasons_of(v_entry.kind));
end
$function$;

create or replace function api.list_review_queue (
  p_kind       text    default null::text,
  p_state      text    default 'open'::text,
  p_category   text    default null::text,
  p_mine       boolean default false,
  p_q          text    default null::text,
  p_photos     boolean default false,
  p_overdue    boolean default false,
  p_odd        boolean default false,
  p_unassigned boolean default false,
  p_limit      integer default 20,
  p_after      jsonb   default null::jsonb
)
  returns jsonb
  language plpgsql
  stable
  security definer
  set search_path to ''
  AS $function$
declare
  v_admin  uuid := app.require_role('admin');
  v_limit  int := app.page_size(p_limit);
  v_at     timestamptz := (p_after ->> 'at')::timestamptz;
  v_id     uuid := (p_after ->> 'id')::uuid;
  v_open   boolean := p_state in ('open', 'pending', 'claimed', 'escalated');
  v_filter app.review_filter := row (v_admin, p_state, p_category, p_mine, p_q, p_photos, p_overdue, p_odd, p_unassigned);
  v_rows   jsonb[];
begin
  if v_open then
    v_rows := array(
      select jsonb_build_object('row', app.review_response(e, v_admin), 'key', jsonb_build_object('at', e.due_at, 'id', e.id))
        from app.review_entries e
       where e.state in ('pending', 'claimed', 'escalated') and (p_kind is null or e.kind = p_kind)
         and (p_after is null or (e.due_at, e.id) > (v_at, v_id))
         and app.fits_review_filter(e, v_filter)
       order by e.due_at, e.id
       limit v_limit + 1);
  else
    v_rows := array(
      select jsonb_build_object('row', app.review_response(e, v_admin),
                                'key', jsonb_build_object('at', e.decided_at, 'id', e.id))
        from app.review_entries e
       where e.decided_at is not null and (p_kind is null or e.kind = p_kind)
         and (p_after is null or (e.decided_at, e.id) < (v_at, v_id))
         and app.fits_review_filter(e, v_filter)
       order by e.decided_at desc, e.id desc
       limit v_limit + 1);
  end if;
  return app.page(v_rows, v_limit) || jsonb_build_object(
    'asOf', app.instant(app.now()), 'waiting', app.review_counts(),
    'matching', case when v_open and p_after is null then app.count_reviews(p_kind, v_filter) end);
end
$function$;

create or replace function api.reopen_review_entry (
  p_id     uuid,
  p_reason text
)
  returns jsonb
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
declare
  v_admin uuid := app.require_role('admin');
  v_old   app.review_entries;
  v_new   app.review_entries;
begin
  perform app.check_reason(p_reason);
  perform app.lock_review_subject(p_id, null);
  select * into v_old from app.review_entries e where e.id = p_id for update;
  perform app.require_found(found);
  select * into v_new from app.review_entries e where e.detail ->> 'reopens' = p_id::text and e.decided_at is null;
  if found then
    return app.review_response(v_new, v_admin);
  end if;
  perform app.check_reopening(v_old, v_admin);
  case v_old.kind
    when 'report' then perform app.move_report(v_old.subject_id, 'in_review', 'reopened', v_admin);
    when 'feedback' then perform app.move_feedback(v_old.subject_id, 'held', 'reopened', v_admin);
    when 'collection_entry' then perform app.move_entry(v_old.subject_id, 'in_review', 'reopened', v_admin);
  end case;
  perform app.open_review(v_old.kind, v_old.subject_id, v_old.author_id, 'reopened', interval '24 hours',
                          jsonb_build_object('reopens', p_id));
  select * into v_new from app.review_entries e where e.detail ->> 'reopens' = p_id::text and e.decided_at is null;
  perform app.audit(v_admin, 'review.reopened', 'review_entry', p_id::text, btrim(p_reason), jsonb_build_object(
    'kind', v_old.kind, 'subjectId', v_old.subject_id, 'entryId', v_new.id));
  return app.review_response(v_new, v_admin);
end
$function$;

create or replace function api.watch_review_entry (
  p_id uuid
)
  returns jsonb
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
declare
  v_admin uuid := app.require_role('admin');
  v_entry app.review_entries;
begin
  select * into v_entry from app.review_entries e where e.id = p_id;
  perform app.require_found(found);
  insert into app.review_viewers (admin_id, entry_id, seen_at) values (v_admin, p_id, app.now())
  on conflict (admin_id) do update set entry_id = excluded.entry_id, seen_at = excluded.seen_at;
  return app.review_response(v_entry, v_admin);
end
$function$;

create or replace function app.can_reopen (
  p_entry app.review_entries,
  p_admin uuid
)
  returns boolean
  language plpgsql
  stable
  set search_path to ''
  AS $function$
begin
  if p_entry.state not in ('rejected', 'duplicate') then
    return false;
  end if;
  perform app.check_reopening(p_entry, p_admin);
  return true;
exception when sqlstate 'PT400' then
  return false;
end
$function$;

create or replace function app.check_reopening (
  p_entry app.review_entries,
  p_admin uuid
)
  returns void
  language plpgsql
  stable
  set search_path to ''
  AS $function$
begin
  if app.is_own_review(p_entry, p_admin) then
    perform app.fail('own_submission');
  elsif p_entry.kind = 'dispute' or p_entry.state not in ('rejected', 'duplicate') then
    perform app.refuse_undo(app.review_state(p_entry), 'not_rejected');
  elsif exists (select from app.review_entries e
                 where e.kind = p_entry.kind and e.subject_id = p_entry.subject_id and e.id <> p_entry.id
                   and (e.decided_at is null or e.decided_at > p_entry.decided_at)) then
    perform app.refuse_undo(p_entry.state, 'decided_again');
  elsif app.subject_standing(p_entry) ->> 'state' not in ('rejected', 'duplicate') then
    perform app.refuse_undo(p_entry.state, 'subject_changed');
  end if;
end
$function$;

create or replace function app.erase_reviews_of (
  p_user uuid
)
  returns void
  language plpgsql
  set search_path to ''
  AS $function$
begin
  update app.review_entries e set author_id = null where e.author_id = p_user;
  update app.review_entries e set claimed_by = null, claimed_until = null where e.claimed_by = p_user;
  update app.review_entries e set assigned_to = null where e.assigned_to = p_user;
  delete from app.review_viewers v where v.admin_id = p_user;
  update app.incident_events e set detail = e.detail - 'decidedBy'
   where e.detail ? 'decidedBy' and e.detail ->> 'decidedBy' = p_user::text;
end
$function$;

create or replace function app.fits_review_filter (
  p_entry  app.review_entries,
  p_filter app.review_filter
)
  returns boolean
  language plpgsql
  stable
  set search_path to ''
  AS $function$
begin
  if p_filter.state not in ('open', 'closed') and app.review_state(p_entry) <> p_filter.state then
    return false;
  elsif p_filter.mine and (case when p_entry.decided_at is null
                                then p_entry.assigned_to is not distinct from p_filter.viewer
                                  or (p_entry.claimed_by = p_filter.viewer and p_entry.claimed_until > app.now())
                                else p_entry.decided_by = p_filter.viewer end) is distinct from true then
    return false;
  elsif p_filter.unassigned and (p_entry.assigned_to is not null or app.review_state(p_entry) = 'claimed') then
    return false;
  elsif p_filter.overdue and (p_entry.decided_at is not null or p_entry.due_at > app.now()) then
    return false;
  elsif p_filter.category is not null
        and app.review_category(p_entry.kind, p_entry.subject_id) is distinct from p_filter.category then
    return false;
  elsif p_filter.photos and not app.has_review_photos(p_entry.subject_id) then
    return false;
  elsif p_filter.odd and app.review_oddities(p_entry) = '{}' then
    return false;
  end if;
  return p_filter.q is null or app.review_mentions(p_entry, p_filter.q);
end
$function$;

create or replace function app.review_response (
  p_entry  app.review_entries,
  p_viewer uuid
)
  returns jsonb
  language plpgsql
  stable
  set search_path to ''
  AS $function$
declare
  v_state text := app.review_state(p_entry);
begin
  return jsonb_build_object(
    'id', p_entry.id,
    'kind', p_entry.kind,
    'subjectId', p_entry.subject_id,
    'about', app.review_about(p_entry),
    'reason', p_entry.reason,
    'detail', p_entry.detail,
    'state', v_state,
    'version', p_entry.version,
    'own', app.is_own_review(p_entry, p_viewer),
    'claimedBy', case when v_state = 'claimed' then app.person_ref(p_entry.claimed_by) end,
    'claimedByYou', v_state = 'claimed' and p_entry.claimed_by = p_viewer,
    'claimedUntil', case when v_state = 'claimed' then app.instant(p_entry.claimed_until) end,
    'assignedTo', app.person_ref(p_entry.assigned_to),
    'assignedToYou', p_entry.assigned_to is not distinct from p_viewer,
    'viewers', app.viewers_of(p_entry.id, p_viewer),
    'escalatedBy', app.person_ref(p_entry.escalated_by),
    'escalatedByYou', p_entry.escalated_by is not distinct from p_viewer,
    'createdAt', app.instant(p_entry.created_at),
    'dueAt', app.instant(p_entry.due_at),
    'decidedAt', app.instant(p_entry.decided_at),
    'decidedBy', app.person_ref(p_entry.decided_by),
    'undoUntil', app.instant(app.undo_until(p_entry, p_viewer)),
    'reasonCode', p_entry.decision ->> 'reasonCode',
    'note', p_entry.decision ->> 'note',
    'edits', nullif(p_entry.decision -> 'edits', 'null'),
    'duplicateOf', p_entry.decision ->> 'duplicateOf');
end
$function$;

create or replace function app.viewers_of (
  p_entry  uuid,
  p_except uuid
)
  returns jsonb
  language plpgsql
  stable
  set search_path to ''
  AS $function$
begin
  return (
    select coalesce(jsonb_agg(app.person_ref(v.admin_id) order by v.admin_id), '[]')
      from app.review_viewers v
     where v.entry_id = p_entry and v.admin_id <> p_except and v.seen_at > app.now() - interval '45 seconds');
end
$function$;

alter table "app"."review_viewers"
  add constraint "review_viewers_entry_id_fkey" foreign key (entry_id) references app.review_entries(id)
    on delete cascade;

create index review_entries_assigned_to on app.review_entries using btree (assigned_to)
  where (assigned_to is not null);

create index review_viewers_entry on app.review_viewers using btree (entry_id);

revoke all on function "api"."assign_review_entry"(uuid, uuid) from public;

grant execute on function "api"."assign_review_entry"(uuid, uuid) to "authenticated";

revoke all
  on function
    "api"."list_review_queue"(text, text, text, boolean, text, boolean, boolean, boolean, boolean, integer, jsonb)
  from public;

grant execute
  on function
    "api"."list_review_queue"(text, text, text, boolean, text, boolean, boolean, boolean, boolean, integer, jsonb)
  to "authenticated";

revoke all on function "api"."reopen_review_entry"(uuid, text) from public;

grant execute on function "api"."reopen_review_entry"(uuid, text) to "authenticated";

revoke all on function "api"."watch_review_entry"(uuid) from public;

grant execute on function "api"."watch_review_entry"(uuid) to "authenticated";

revoke all on function "app"."can_reopen"(app.review_entries, uuid) from public;

revoke all on function "app"."check_reopening"(app.review_entries, uuid) from public;

revoke all on function "app"."viewers_of"(uuid, uuid) from public;

reset check_function_bodies;
