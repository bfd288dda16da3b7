-- Rate limit of field work per surveyor in 24 hours. Far above real use: a day of offline work sends sixty entries and
-- more at once, and none may be lost. It is against tokens that are used directly on the database. A rejected item is
-- not lost either: the phone stores it and retries when the seconds have passed.
-- Fails with: rate_limited
create function app.check_field_limit(p_surveyor uuid, p_what text)
returns void language plpgsql stable set search_path = '' as $$
declare
  v_day   interval := '1 day';
  v_since timestamptz := app.now() - v_day;
  v_nth   timestamptz;
begin
  case p_what
    when 'entries' then
      select e.received_at into v_nth from app.collection_entries e
       where e.surveyor_id = p_surveyor and e.received_at > v_since order by e.received_at desc
      offset coalesce(app.allowed_to_limited(app.surveyor_key(p_surveyor), 'limited_surveyor'), 600) - 1 limit 1;
    when 'counts' then
      select c.received_at into v_nth from app.stage_counts c
       where c.surveyor_id = p_surveyor and c.received_at > v_since order by c.received_at desc offset 199 limit 1;
    when 'sessions' then
      select s.received_at into v_nth from app.surveyor_sessions s
       where s.surveyor_id = p_surveyor and s.received_at > v_since order by s.received_at desc offset 49 limit 1;
    when 'claims' then
      select e.at into v_nth from app.slot_events e
       where e.actor = p_surveyor and e.to_state = 'claimed' and e.at > v_since order by e.at desc offset 99 limit 1;
  end case;
  perform app.fail_if_limited(v_nth + v_day);
end
$$;
