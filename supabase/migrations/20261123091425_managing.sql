set check_function_bodies = off;

create or replace function api.create_sacco (
  p_name            text,
  p_idempotency_key text default null::text
)
  returns jsonb
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
declare
  v_admin   uuid := app.require_role('admin');
  v_request jsonb := jsonb_build_array('create_sacco', p_name);
  v_answer  jsonb := app.replayed_response(v_admin, p_idempotency_key, v_request);
  v_sacco   app.saccos;
begin
  if v_answer is not null then
    return v_answer;
  end if;
  perform pg_advisory_xact_lock(hashtext('sacco_aliases'));
  perform app.check_sacco_name(btrim(p_name), null);
  insert into app.saccos (slug, name) values (app.new_sacco_slug(btrim(p_name)), btrim(p_name)) returning * into v_sacco;
  perform app.audit(v_admin, 'sacco.created', 'sacco', v_sacco.id::text, null, jsonb_build_object('name', v_sacco.name));
  return app.save_response(v_admin, p_idempotency_key, v_request, app.sacco_for_admin(v_sacco));
end
$function$;

create or replace function api.edit_assignment (
  p_id              uuid,
  p_title           text,
  p_slot_count      integer,
  p_reason          text,
  p_instructions    text                     default ''::text,
  p_due_at          timestamp with time zone default null::timestamp with time zone,
  p_title_sw        text                     default null::text,
  p_instructions_sw text                     default null::text
)
  returns jsonb
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
declare
  v_admin uuid := app.require_role('admin');
  v_old   app.assignments;
  v_new   app.assignments;
  v_slots int;
begin
  perform app.check_reason(p_reason);
  select * into v_old from app.assignments a where a.id = p_id for update;
  perform app.require_found(v_old.id is not null);
  if v_old.closed_at is not null then
    perform app.refuse_move('closed', '{}');
  end if;
  select count(*) into v_slots from app.assignment_slots s where s.assignment_id = p_id;
  v_new := v_old;
  v_new.title := btrim(p_title);
  v_new.instructions := coalesce(btrim(p_instructions), '');
  v_new.title_sw := nullif(btrim(p_title_sw), '');
  v_new.instructions_sw := nullif(btrim(p_instructions_sw), '');
  v_new.due_at := p_due_at;
  perform app.check_fields(array[
    ('title', 'invalid_value', char_length(v_new.title) between 1 and 120),
    ('instructions', 'invalid_value', char_length(v_new.instructions) <= 2000),
    ('titleSw', 'invalid_value', v_new.title_sw is null or char_length(v_new.title_sw) <= 120),
    ('instructionsSw', 'invalid_value', v_new.instructions_sw is null or char_length(v_new.instructions_sw) <= 2000),
    ('slotCount', 'out_of_range', p_slot_count between v_slots and 50),
    ('dueAt', 'out_of_range', p_due_at is null or p_due_at is not distinct from v_old.due_at
              or (p_due_at > app.now() and p_due_at <= app.now() + interval '1 year'))
  ]::app.field_check[]);
  if v_new is distinct from v_old or p_slot_count > v_slots then
    update app.assignments a
       set title = v_new.title, instructions = v_new.instructions, title_sw = v_new.title_sw,
           instructions_sw = v_new.instructions_sw, due_at = v_new.due_at
     where a.id = p_id;
    insert into app.assignment_slots (assignment_id, n) select p_id, n from generate_series(v_slots + 1, p_slot_count) n;
    perform app.audit(v_admin, 'assignment.edited', 'assignment', p_id::text, btrim(p_reason), jsonb_build_object(
      'dueAt', app.instant(v_new.due_at), 'dueBefore', app.instant(v_old.due_at),
      'slotCount', p_slot_count, 'slotsBefore', v_slots));
  end if;
  return app.assignment_for_admin(v_new);
end
$function$;

create or replace function api.free_assignment_slot (
  p_id     uuid,
  p_n      integer,
  p_reason text
)
  returns jsonb
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
declare
  v_admin uuid := app.require_role('admin');
  v_slot  app.assignment_slots;
begin
  perform app.check_reason(p_reason);
  select * into v_slot from app.assignment_slots s where s.assignment_id = p_id and s.n = p_n for update;
  perform app.require_found(v_slot.id is not null);
  perform app.end_lease(v_slot.id);
  select * into v_slot from app.assignment_slots s where s.id = v_slot.id;
  if v_slot.state <> 'open' then
    case v_slot.state
      when 'claimed' then perform app.move_slot(v_slot.id, 'released', 'admin', v_admin);
      when 'changes_requested' then perform app.move_slot(v_slot.id, 'expired', 'admin', v_admin);
      else
        perform app.move_slot(v_slot.id, 'open', null, v_admin);
        update app.assignment_slots s
           set holder_id = null, session_id = null, held_until = null, offline = false where s.id = v_slot.id;
    end case;
    perform app.audit(v_admin, 'assignment.slot_freed', 'assignment', p_id::text, btrim(p_reason),
                      jsonb_build_object('n', p_n, 'from', v_slot.state));
  end if;
  return app.assignment_for_admin((select a from app.assignments a where a.id = p_id));
end
$function$;

create or replace function api.rename_sacco (
  p_id     text,
  p_name   text,
  p_reason text
)
  returns jsonb
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
declare
  v_admin uuid := app.require_role('admin');
  v_sacco app.saccos;
  v_name  text := btrim(p_name);
begin
  perform app.check_reason(p_reason);
  perform pg_advisory_xact_lock(hashtext('sacco_aliases'));
  v_sacco := app.find_sacco(p_id);
  if v_sacco.name = v_name then
    return app.sacco_for_admin(v_sacco);
  end if;
  perform app.check_sacco_name(v_name, v_sacco.id);
  delete from app.sacco_aliases a where a.alias_key = app.search_key(v_name);
  insert into app.sacco_aliases (alias_key, alias, sacco_id)
  select app.search_key(v_sacco.name), v_sacco.name, v_sacco.id
   where app.search_key(v_sacco.name) not in ('', app.search_key(v_name))
  on conflict do nothing;
  update app.saccos s set name = v_name where s.id = v_sacco.id;
  perform app.audit(v_admin, 'sacco.renamed', 'sacco', v_sacco.id::text, btrim(p_reason),
                    jsonb_build_object('before', v_sacco.name, 'after', v_name));
  return app.sacco_for_admin((select s from app.saccos s where s.id = v_sacco.id));
end
$function$;

create or replace function app.check_sacco_name (
  p_name  text,
  p_sacco uuid
)
  returns void
  language plpgsql
  stable
  set search_path to ''
  AS $function$
declare
  v_key   text := app.search_key(p_name);
  v_owner uuid;
begin
  if (char_length(p_name) between 2 and 120 and v_key <> '' and app.is_one_line(p_name)) is distinct from true then
    perform app.fail('invalid_request', '{"path": "name"}');
  end if;
  select n.id into v_owner
    from (select s.id from app.saccos s where s.merged_into is null and app.search_key(s.name) = v_key
          union all
          select a.sacco_id from app.sacco_aliases a where a.alias_key = v_key) n
   where n.id is distinct from p_sacco limit 1;
  if v_owner is not null then
    perform app.fail('alias_taken', jsonb_build_object('sacco', app.sacco_ref(v_owner)));
  end if;
end
$function$;

revoke all on function "api"."create_sacco"(text, text) from public;

grant execute on function "api"."create_sacco"(text, text) to "authenticated";

revoke all
  on function "api"."edit_assignment"(uuid, text, integer, text, text, timestamp with time zone, text, text)
  from public;

grant execute
  on function "api"."edit_assignment"(uuid, text, integer, text, text, timestamp with time zone, text, text)
  to "authenticated";

revoke all on function "api"."free_assignment_slot"(uuid, integer, text) from public;

grant execute on function "api"."free_assignment_slot"(uuid, integer, text) to "authenticated";

revoke all on function "api"."rename_sacco"(text, text, text) from public;

grant execute on function "api"."rename_sacco"(text, text, text) to "authenticated";

revoke all on function "app"."check_sacco_name"(text, uuid) from public;

reset check_function_bodies;

insert into app.transitions ("machine", "from_state", "to_state") overriding system value values ('slot', 'blocked', 'open');
