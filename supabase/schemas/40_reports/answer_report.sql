-- Answer what a reviewer asked about one of the caller's own reports. The same answer sent again changes nothing.
--
-- Locks the report, so that a double tap is one answer. Definer: nobody may touch reports directly.
-- Fails with: unauthenticated, not_found, invalid_request, invalid_transition
create function api.answer_report(p_id uuid, p_answer text)
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
  perform app.answer_question(v_report, p_answer);
  select * into v_report from app.reports r where r.id = p_id;
  return app.own_report(v_report);
end
$$;
grant execute on function api.answer_report to authenticated;

-- Send a report back to the reviewers with an answer, for whoever may: that has been checked, and the caller holds the
-- report. One that waits for something else, or does not wait at all, is told so in the words that its reporter may hear.
-- Fails with: invalid_request, invalid_transition
create function app.answer_question(p_report app.reports, p_answer text)
returns void
language plpgsql
set search_path = ''
as $$
declare
  v_told text := app.told_state(p_report);
begin
  if p_report.state = 'in_review' and p_report.answer = p_answer then
    return;
  elsif (char_length(p_answer) between 1 and 1000) is distinct from true then
    perform app.fail('invalid_request', '{"path": "answer"}');
  elsif v_told <> 'needs_info' then
    perform app.refuse_move(v_told, case when v_told = 'withdrawn' then '{}' else '{withdrawn}' end::text[]);
  end if;
  perform app.move_report(p_report.id, 'in_review', null, p_report.reporter_id);
  update app.reports r set answer = p_answer, answer_by = null where r.id = p_report.id;
  perform app.open_review('report', p_report.id, p_report.reporter_id, 'answered', app.review_due(
    (select c from app.incident_categories c where c.code = p_report.category)));
end
$$;
