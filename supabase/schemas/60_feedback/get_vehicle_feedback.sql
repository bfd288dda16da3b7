-- The feedback summary of a vehicle, if it has enough riders: the stored figures, counted at most once a day.
--
-- The sticker's page shows them to visitors, so the apps' server may request them for callers without an account.
-- Definer: feedback and summaries are not readable directly. Writes, because the first reader of a day counts.
-- Fails with: not_found
create function api.get_vehicle_feedback(p_identifier text)
returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  v_vehicle uuid := (app.find_vehicle(p_identifier)).id;
  v_summary app.vehicle_feedback_summaries;
begin
  perform app.admit_caller();
  perform app.require_vehicle(v_vehicle, p_identifier);
  v_summary := app.vehicle_feedback_summary(v_vehicle);
  return jsonb_build_object(
      'windowDays', 90,
      'asOf', case when not v_summary.too_few then app.instant(v_summary.as_of) end,
      'validUntil', app.instant(v_summary.valid_until))
    || case when v_summary.too_few
         then '{"riders": null, "signedIn": null, "average": null, "praiseShare": null, "interval": null, "tags": []}'
         else v_summary.figures end
    || api.get_vehicle_feedback_sentiment_counts(v_vehicle::text);
end
$$;
grant execute on function api.get_vehicle_feedback to authenticated, rider_server;

-- How many riders of a vehicle were positive (4-5 stars), neutral (3) and negative (1-2), from the same stored figures.
-- Definer and failures as above.
create function api.get_vehicle_feedback_sentiment_counts(p_identifier text)
returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  v_vehicle uuid := (app.find_vehicle(p_identifier)).id;
  v_summary app.vehicle_feedback_summaries;
begin
  perform app.admit_caller();
  perform app.require_vehicle(v_vehicle, p_identifier);
  v_summary := app.vehicle_feedback_summary(v_vehicle);
  return jsonb_build_object(
    'tooFew', v_summary.too_few,
    'sentiment', case when not v_summary.too_few then v_summary.sentiment end);
end
$$;
grant execute on function api.get_vehicle_feedback_sentiment_counts to authenticated;

-- The published figures of these vehicles, at most a hundred; those with too few riders are left out. They are the ones
-- of each vehicle's own page.
--
-- Definer as above; writes, as above.
create function api.list_vehicle_figures(p_ids uuid[])
returns jsonb language plpgsql security definer set search_path = '' as $$
begin
  perform app.admit_caller();
  return jsonb_build_object('data', (
    select coalesce(jsonb_agg(jsonb_build_object(
             'vehicleId', s.vehicle_id, 'riders', s.figures -> 'riders', 'positive', s.sentiment -> 'positive',
             'interval', s.figures -> 'interval') order by s.vehicle_id), '[]')
      from unnest(p_ids[1:100]) u (id)
      join app.vehicle_feedback_summaries k on k.vehicle_id = u.id
      cross join lateral app.vehicle_feedback_summary(u.id) s
     where not s.too_few and s.figures is not null));
end
$$;
grant execute on function api.list_vehicle_figures to authenticated, rider_server;
