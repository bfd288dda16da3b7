-- Count a new feedback, or hold it for a reviewer because it is part of a burst: near-identical complaints on one vehicle
-- from five or more new accounts within 24 hours. The earlier ones of the burst are then held too.
--
-- Five, because fewer cannot bring a vehicle's figures into being on their own. Complaints that a reviewer has let pass do
-- not make the next one suspicious; those that one rejected do. A vehicle on which many riders truly had a bad day waits
-- for a reviewer as well: that is the price, and why it is due in a day.
-- The caller holds the vehicle's summary.
create function app.place_feedback(p_feedback app.feedback)
returns void
language plpgsql
set search_path = ''
as $$
declare
  v_alike uuid[];
  v_size  int;
  v_next  app.feedback;
begin
  if p_feedback.new_account and app.sentiment(p_feedback.stars) = 'negative' then
    select array_agg(f.id), count(distinct f.voice) into v_alike, v_size
      from app.feedback f
     where f.vehicle_id = p_feedback.vehicle_id
       and f.received_at > p_feedback.received_at - interval '24 hours'
       and f.new_account
       and not (f.state = 'counted' and f.state_reason is not null)
       and app.is_like(f, p_feedback);
  end if;
  if v_size >= 5 then
    for v_next in
      select * from app.feedback f
       where f.id = any (v_alike) and f.state in ('received', 'counted') order by f.id for update
    loop
      perform app.move_feedback(v_next.id, 'held', 'burst');
      perform app.open_review('feedback', v_next.id, v_next.rider_id, 'burst', '24 hours',
                              jsonb_build_object('riders', v_size, 'vehicleId', p_feedback.vehicle_id));
    end loop;
  else
    perform app.move_feedback(p_feedback.id, 'counted');
  end if;
end
$$;

-- Whether two complaints say nearly the same: at least half of the tags that either has are in both (no tag in either is
-- the same too), or their comments are alike in wording (three-letter pieces, half of them shared).
create function app.is_like(p_a app.feedback, p_b app.feedback)
returns boolean
language plpgsql
stable
set search_path = ''
as $$
declare
  v_shared int := cardinality(array(select unnest(p_a.tags) intersect select unnest(p_b.tags)));
begin
  return app.sentiment(p_a.stars) = 'negative' and app.sentiment(p_b.stars) = 'negative'
    and (v_shared * 2 >= cardinality(p_a.tags) + cardinality(p_b.tags) - v_shared
         or coalesce(extensions.similarity(p_a.comment, p_b.comment) >= 0.5, false));
end
$$;

create function app.sentiment(p_stars int)
returns text
language plpgsql
immutable
set search_path = ''
as $$
begin
  return case when p_stars <= 2 then 'negative' when p_stars = 3 then 'neutral' else 'positive' end;
end
$$;
