-- Anonymize a user in the queue: what they sent stays without an author, their claims are released. Their decisions as
-- an admin stay under an id that no longer leads to anybody; events of incidents, without one.
create function app.erase_reviews_of(p_user uuid)
returns void language plpgsql set search_path = '' as $$
begin
  update app.review_entries e set author_id = null where e.author_id = p_user;
  update app.review_entries e set claimed_by = null, claimed_until = null where e.claimed_by = p_user;
  update app.review_entries e set assigned_to = null where e.assigned_to = p_user;
  delete from app.review_viewers v where v.admin_id = p_user;
  update app.incident_events e set detail = e.detail - 'decidedBy'
   where e.detail ? 'decidedBy' and e.detail ->> 'decidedBy' = p_user::text;
end
$$;

-- Reviews of what a user sent, and, of an admin, their decisions and actions outside the queue, in their own words; not
-- to whom or what, because that may be another user.
create function app.export_reviews_of(p_user uuid)
returns jsonb language plpgsql stable set search_path = '' as $$
begin
  return jsonb_build_object(
    'submissions', (
      select coalesce(jsonb_agg(jsonb_build_object(
               'kind', e.kind, 'subjectId', e.subject_id, 'state', app.review_state(e),
               'createdAt', app.instant(e.created_at), 'decidedAt', app.instant(e.decided_at),
               'reasonCode', e.decision ->> 'reasonCode') order by e.created_at, e.id), '[]')
        from app.review_entries e where e.author_id = p_user),
    'decisions', (
      select coalesce(jsonb_agg(jsonb_build_object(
               'entryId', v.entry_id, 'at', app.instant(v.at), 'decision', v.to_state,
               'reasonCode', v.reason_code, 'note', v.note) order by v.id), '[]')
        from app.review_events v where v.actor = p_user and v.to_state <> 'claimed'),
    'acts', (
      select coalesce(jsonb_agg(jsonb_build_object(
               'at', app.instant(l.at), 'action', l.action, 'reason', l.reason) order by l.id), '[]')
        from app.audit_log l where l.actor_id = p_user and (l.action not like 'review.%' or l.action like 'review.reversal%')));
end
$$;
