-- Count a new feedback, or hold it for review because it is part of a burst: three or more ratings of one sentiment on
-- one vehicle from new accounts within 24 hours (app.burst_limits), whatever their tags and comments. The earlier ones
-- of the burst are then held too. Positive ratings are treated like negative ones: fake riders distort both ways.
--
-- Three, because two riders who travel together and both sign up are common, and figures need five riders, so new
-- accounts alone cannot dominate the figures within a day. Ratings that a reviewer approved do not count towards the
-- next burst; rejected ones do. A vehicle that many new riders honestly rated the same is held as well, which is why
-- the review is due in a day. Ratings of an author whose reports an admin holds always wait. Else those of phones without
-- an account never wait and never make others wait: those beyond the
-- first two of a burst never count. Their number costs nothing, and must not fill the queue. The caller holds the vehicle's
-- summary.
create function app.triage_feedback(p_feedback app.feedback)
returns void language plpgsql set search_path = '' as $$
declare
  v_limit app.burst_limits := app.burst_limit('rating');
  v_alike uuid[];
  v_size  int;
  v_next  app.feedback;
begin
  if app.is_restricted(p_feedback.voice, 'hold') then
    perform app.move_feedback(p_feedback.id, 'held', 'author');
    perform app.open_review('feedback', p_feedback.id, p_feedback.rider_id, 'author', '24 hours');
    return;
  end if;
  if p_feedback.new_account and p_feedback.counts_from < 'infinity' then
    select array_agg(f.id), count(distinct f.voice) into v_alike, v_size
      from app.feedback f
     where f.vehicle_id = p_feedback.vehicle_id
       and f.received_at > p_feedback.received_at - v_limit.span
       and not (f.state = 'counted' and f.state_reason is not null)
       and f.state <> 'withdrawn' and f.signed_in = p_feedback.signed_in and (f.signed_in or f.counts_from < 'infinity')
       and app.is_similar_feedback(f, p_feedback);
  end if;
  if v_size > v_limit.allowed and p_feedback.signed_in then
    for v_next in
      select * from app.feedback f
       where f.id = any (v_alike) and f.state in ('received', 'counted') order by f.id for update
    loop
      perform app.move_feedback(v_next.id, 'held', 'burst');
      perform app.open_review('feedback', v_next.id, v_next.rider_id, 'burst', '24 hours',
                              jsonb_build_object('riders', v_size, 'vehicleId', p_feedback.vehicle_id,
                                                 'sentiment', app.sentiment(p_feedback.stars)));
    end loop;
  else
    if v_size > v_limit.allowed then
      update app.feedback f set counts_from = 'infinity' where f.id = p_feedback.id;
    end if;
    perform app.move_feedback(p_feedback.id, 'counted');
  end if;
end
$$;

-- Whether two ratings may belong to one burst: the same sentiment, and both of new accounts. Comments and tags are
-- ignored, because an attacker varies them.
create function app.is_similar_feedback(p_a app.feedback, p_b app.feedback)
returns boolean language plpgsql immutable set search_path = '' as $$
begin
  return p_a.new_account and p_b.new_account and app.sentiment(p_a.stars) = app.sentiment(p_b.stars);
end
$$;

create function app.sentiment(p_stars int)
returns text immutable
return case when p_stars <= 2 then 'negative' when p_stars = 3 then 'neutral' else 'positive' end;
