set check_function_bodies = off;

create or replace function api.delete_own_account (
  p_confirm uuid
)
  returns jsonb
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
declare
  v_user uuid := app.token_user();
  v_keys text[];
begin
  if v_user is null then
    perform app.fail('unauthenticated');
  end if;
  perform pg_advisory_xact_lock(app.account_lock(v_user));
  perform app.refuse_ended(v_user);
  if p_confirm is distinct from v_user then
    perform app.fail('invalid_request', '{"path": "confirm"}');
  end if;
  if exists (select from app.user_roles r where r.user_id = v_user and r.role = 'admin') then
    perform app.require_role('admin');
    perform app.require_fresh_password(v_user);
  end if;
  perform app.lock_roles();
  perform app.require_remaining_admin(v_user);
  v_keys := array(select k.prefix from app.api_keys k where k.owner_id = v_user);
  perform app.erase_reports_of(v_user);
  perform app.erase_feedback_of(v_user);
  perform app.erase_learning_of(v_user);
  perform app.erase_surveyor_of(v_user);
  perform app.erase_reviews_of(v_user);
  perform app.erase_alerts_of(v_user);
  perform app.erase_admin_alerts_of(v_user);
  perform app.erase_api_keys_of(v_user);
  perform app.erase_accounts_of(v_user);
  return jsonb_build_object('apiKeyPrefixes', v_keys);
end
$function$;

create or replace function app.sweep()
  returns integer
  language plpgsql
  security definer
  set search_path to ''
  AS $function$
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
  perform app.purge_old_audit_events();
  perform app.purge_old_responses();
  perform app.purge_old_snapshots();
  perform app.purge_entry_photos();
  perform app.submit_lapsed_slots();
  perform app.purge_idle_devices();
  perform app.purge_proven_sessions();
  -- Last, because they lock the change log until commit, and readers of changes wait for it.
  perform app.release_changes();
  perform app.purge_old_changes();
  perform app.make_alerts();
  perform app.make_report_alerts();
  perform app.purge_old_alerts();
  perform app.alert_admins_of_delays();
  perform app.purge_old_admin_alerts();
  return v_count;
end
$function$;

reset check_function_bodies;
