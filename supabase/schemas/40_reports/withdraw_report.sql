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
  if v_report.id is null then
    perform app.fail('not_found');
  end if;
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

-- Answer what a reviewer asked: the report goes back to the reviewers. `p_reporter` is the report's own, null where it has
-- none; that whoever answers may do so has been checked.
-- Fails with: invalid_request, not_found, invalid_transition
create function app.answer_report(p_report uuid, p_reporter uuid, p_answer text)
returns void
language plpgsql
set search_path = ''
as $$
declare
  v_report app.reports;
begin
  if (char_length(p_answer) between 1 and 2000) is distinct from true then
    perform app.fail('invalid_request', '{"path": "answer"}');
  end if;
  select * into v_report from app.reports r where r.id = p_report and r.reporter_id is not distinct from p_reporter for update;
  if v_report.id is null then
    perform app.fail('not_found');
  end if;
  if v_report.state = 'needs_info' and v_report.answer_by <= app.now() then
    perform app.fail('invalid_transition', '{"currentState": "rejected", "allowedTransitions": ["withdrawn"]}');
  end if;
  perform app.move_report(p_report, 'in_review', null, p_reporter);
  update app.reports r set answer = p_answer, answer_by = null where r.id = p_report;
  perform app.open_review('report', p_report, p_reporter, 'answered', app.review_due(
    (select c from app.incident_categories c where c.code = v_report.category)));
end
$$;
