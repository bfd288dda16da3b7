-- Retention of reports: a question without an answer for 14 days becomes a rejection; 90 days after a report was closed
-- its author and contact data are erased; after 180 days the exact place of a sensitive one. Votes are deleted after 90
-- days. Part of the sweep, in small steps.
create function app.anonymize_old_reports()
returns void language plpgsql set search_path = '' as $$
declare
  v_now    timestamptz := app.now();
  v_report app.reports;
begin
  for v_report in
    select * from app.reports r
     where r.state = 'needs_info' and r.answer_by <= v_now limit 100 for update skip locked
  loop
    perform app.leave_incident(v_report.id, 'rejected', 'no_answer');
  end loop;

  for v_report in
    select * from app.reports r
     where r.closed_at <= v_now - interval '90 days' and r.state <> 'purged' limit 1000 for update skip locked
  loop
    perform app.anonymize_author(v_report);
    perform app.move_report(v_report.id, 'purged', v_report.state);
  end loop;

  update app.reports r
     set lat = app.coarse(r.lat), lng = app.coarse(r.lng), accuracy_m = greatest(r.accuracy_m, 800), stop_id = null,
         original = r.original - 'place', place_erased_at = v_now
   where r.place_erased_at is null and r.closed_at <= v_now - interval '180 days'
     and app.is_sensitive(r.visibility, r.category);

  delete from app.incident_votes v where v.voted_at <= v_now - interval '90 days';
  delete from app.device_votes d where d.voted_at <= v_now - interval '90 days';
end
$$;

-- Anonymize a report: erase its author and contact data; the content stays. All reports of that author in one incident
-- get the same id, so that they still count as one; a random one unless the caller passes it. The device is removed, so
-- an incident may only become less corroborated by this, never more.
create function app.anonymize_author(p_report app.reports, p_nobody uuid default gen_random_uuid())
returns void language plpgsql set search_path = '' as $$
declare
  v_ids uuid[] := array(
    select r.id from app.reports r
     where r.id = p_report.id
        or (r.incident_id = p_report.incident_id and r.reporter_id = p_report.reporter_id
            and r.closed_at is not null and p_report.reporter_id is not null));
begin
  update app.report_events e set actor = null where e.report_id = p_report.id and e.actor = p_report.reporter_id;
  update app.review_entries e set author_id = null
   where e.kind = 'report' and e.subject_id = any (v_ids) and e.author_id = p_report.reporter_id;
  update app.review_snapshots s set before = (s.before - '{asked,note,note_flags}'::text[]) #- '{original,note}',
         after = (s.after - '{asked,note,note_flags}'::text[]) #- '{original,note}'
    from app.review_entries e
   where e.id = s.entry_id and e.kind = 'report' and e.subject_id = any (v_ids);
  -- Additions are free text like a note but were never screened; a photo may show who took it.
  delete from app.report_additions a where a.report_id = any (v_ids);
  delete from app.report_photos p where p.report_id = any (v_ids);
  update app.reports r
     set reporter_id = case when r.reporter_id is not null then p_nobody end, author_erased = true, device_hash = null,
         receipt_hash = null, note = case when r.note_flags = '{}' then r.note end, answer = null, asked = null,
         original = r.original - 'note'
   where r.id = any (v_ids);
end
$$;

-- Anonymize a user's reports when their account is deleted: the reports stay without an author, the votes are deleted.
--
-- Reports that are counted together get one id, otherwise one user would become several by leaving: all their reports
-- in one incident, those pending review, and all that no weekly count includes yet. The ids are random and their
-- mapping is not stored, so nothing links those of one incident to those of another.
create function app.erase_reports_of(p_user uuid)
returns void language plpgsql set search_path = '' as $$
declare
  v_names  jsonb := '{}';
  v_report app.reports;
  v_with   text;
begin
  delete from app.incident_votes v where v.user_id = p_user;
  update app.report_events e set actor = null where e.actor = p_user;
  loop
    select * into v_report from app.reports r where r.reporter_id = p_user order by r.id limit 1 for update;
    exit when not found;
    v_with := case when v_report.visibility = 'aggregate' and v_report.counted_week is null then 'weeks'
                   else coalesce(v_report.incident_id, v_report.id)::text end;
    v_names := jsonb_build_object(v_with, gen_random_uuid()) || v_names;
    perform app.anonymize_author(v_report, (v_names ->> v_with)::uuid);
  end loop;
end
$$;

-- All of a user's data in reports and votes.
create function app.export_reports_of(p_user uuid)
returns jsonb language plpgsql stable set search_path = '' as $$
begin
  return jsonb_build_object(
    'reports', (select coalesce(jsonb_agg(app.own_report(r) || jsonb_build_object(
                                            'answer', r.answer, 'additions', app.additions_of(r.id),
                                            'photos', app.photos_of(r.id))
                                          order by r.received_at, r.id), '[]')
                  from app.reports r where r.reporter_id = p_user),
    'votes', (select coalesce(jsonb_agg(jsonb_build_object('incidentId', v.incident_id, 'vote', v.vote,
                                                           'votedAt', app.instant(v.voted_at))
                                        order by v.voted_at, v.incident_id), '[]')
                from app.incident_votes v where v.user_id = p_user and v.vote is not null));
end
$$;
