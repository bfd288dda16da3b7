-- Move a report to another state and record the event. The version that a reviewer saw is checked on the review entry,
-- not here.
-- Fails with: invalid_transition
create function app.move_report(p_report uuid, p_to text, p_reason text default null, p_actor uuid default null)
returns void language plpgsql set search_path = '' as $$
declare
  v_from text;
begin
  select r.state into v_from from app.reports r where r.id = p_report for update;
  perform app.check_move('report', v_from, p_to);
  update app.reports r
     set state = p_to, state_reason = p_reason, version = r.version + 1,
         closed_at = case when p_to in ('accepted', 'linked', 'rejected', 'duplicate', 'withdrawn') then app.now()
                          when p_to = 'purged' then r.closed_at end
   where r.id = p_report;
  insert into app.report_events (report_id, at, from_state, to_state, reason, actor)
  values (p_report, app.now(), v_from, p_to, p_reason, p_actor);
end
$$;
