-- What a user follows, their alerts, and the push services of their browsers, for their own export.
create function app.export_alerts_of(p_user uuid)
returns jsonb language plpgsql stable set search_path = '' as $$
declare
  v_follower uuid := (select w.id from app.followers w where w.user_id = p_user);
begin
  return jsonb_build_object(
    'follows', (select coalesce(jsonb_agg(app.follow_response(f) || jsonb_build_object('since', app.instant(f.created_at))
                                          order by f.created_at), '[]')
                  from app.follows f where f.follower_id = v_follower),
    'alerts', (select coalesce(jsonb_agg(jsonb_build_object('incidentId', a.incident_id, 'reportId', a.report_id,
                                                            'kind', a.kind, 'assignmentId', a.assignment_id,
                                                            'entryId', a.entry_id,
                                                            'because', app.alert_because(a, app.alert_incident(a)), 'at', app.instant(a.created_at),
                                                            'readAt', app.instant(a.read_at)) order by a.created_at), '[]')
                 from app.alerts a where a.follower_id = v_follower),
    'pushServices', (select coalesce(jsonb_agg(substring(s.endpoint from '^https?://[^/]+') order by s.created_at), '[]')
                       from app.push_subscriptions s where s.follower_id = v_follower),
    'reportMails', (select coalesce(jsonb_agg(jsonb_build_object('reportId', m.report_id, 'since', app.instant(m.created_at))
                                              order by m.created_at), '[]')
                      from app.report_mails m where m.user_id = p_user));
end
$$;

create function app.erase_alerts_of(p_user uuid)
returns void language plpgsql set search_path = '' as $$
begin
  delete from app.followers w where w.user_id = p_user;
  delete from app.report_mails m where m.user_id = p_user;
end
$$;
