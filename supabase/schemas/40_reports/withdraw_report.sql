-- Take one of the caller's own reports back, whatever its state. Doing it again changes nothing.
--
-- Its incident is made again from what is left; if it was the last report, the incident is retracted. Locks the report,
-- then the incident, as everything does that takes both. Definer: nobody may touch reports directly.
-- Fails with: unauthenticated, not_found
create function api.withdraw_report(p_id uuid)
returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
declare
  v_user   uuid := app.require_user();
  v_report app.reports;
begin
  select * into v_report from app.reports r where r.id = p_id and r.reporter_id = v_user for update;
  perform app.require_found(v_report.id is not null);
  perform app.take_report_back(v_report, v_user);
  return '{"withdrawn": true}';
end
$$;
grant execute on function api.withdraw_report to authenticated;

-- Take a report back for whoever may, its photos too. The caller holds it.
create function app.take_report_back(p_report app.reports, p_actor uuid)
returns void
language plpgsql
set search_path = ''
as $$
begin
  if p_report.state <> 'withdrawn' then
    delete from app.report_photos p where p.report_id = p_report.id;
    perform app.leave_incident(p_report.id, 'withdrawn', null, p_actor);
    perform app.withdraw_review('report', p_report.id);
  end if;
end
$$;
