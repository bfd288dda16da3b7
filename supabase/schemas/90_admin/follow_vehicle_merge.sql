-- Row trigger of the tables that refer to a vehicle and are written without holding it: what is stored about a vehicle
-- that was merged meanwhile is stored for the one that stays. The lock makes a merge wait until the row is there.
create function app.follow_vehicle_merge()
returns trigger language plpgsql set search_path = '' as $$
declare
  v_id uuid := app.held_vehicle(new.vehicle_id);
begin
  if v_id <> new.vehicle_id then
    new.vehicle_id := v_id;
    if tg_argv[0] = 'plate' then
      new.vehicle_plate := (select v.plate_key from app.vehicles v where v.id = v_id);
    end if;
  end if;
  return new;
end
$$;

create trigger follow_vehicle_merge before insert or update of vehicle_id on app.feedback
  for each row when (new.vehicle_id is not null) execute function app.follow_vehicle_merge('id');
create trigger follow_vehicle_merge before insert or update of vehicle_id on app.vehicle_feedback_summaries
  for each row when (new.vehicle_id is not null) execute function app.follow_vehicle_merge('id');
create trigger follow_vehicle_merge before insert or update of vehicle_id on app.reports
  for each row when (new.vehicle_id is not null) execute function app.follow_vehicle_merge('plate');
create trigger follow_vehicle_merge before insert or update of vehicle_id on app.report_additions
  for each row when (new.vehicle_id is not null) execute function app.follow_vehicle_merge('plate');
create trigger follow_vehicle_merge before insert or update of vehicle_id on app.incidents
  for each row when (new.vehicle_id is not null) execute function app.follow_vehicle_merge('plate');
create trigger follow_vehicle_merge before insert or update of vehicle_id on app.collection_entries
  for each row when (new.vehicle_id is not null) execute function app.follow_vehicle_merge('id');
create trigger follow_vehicle_merge before insert or update of vehicle_id on app.follows
  for each row when (new.vehicle_id is not null) execute function app.follow_vehicle_merge('id');
create trigger follow_vehicle_merge before insert or update of vehicle_id on app.alerts
  for each row when (new.vehicle_id is not null) execute function app.follow_vehicle_merge('id');
