-- A stage with what hangs on it, by the id of any of its stops: the live stops of its name around it count as one
-- stage, as riders name them. What is near is in `box`, by which the list of incidents can be filtered too. Sensitive
-- reports are counted by their coarse cell, so that counts of neighbouring stages reveal no finer place.
--
-- Definer: what it reads is not readable directly.
-- Fails with: unauthenticated, role_required, not_found
create function api.get_stage_for_admin(p_id uuid)
returns jsonb language plpgsql stable security definer set search_path = '' as $$
declare
  v_stop  app.stops;
  v_box   box;
  v_stops uuid[];
begin
  perform app.require_role('admin');
  v_stop := app.stage_of_stop(p_id);
  perform app.require_found(v_stop.id is not null);
  v_box := app.box_around(v_stop.lat, v_stop.lng, 400);
  v_stops := array(select s.id from app.stops s
                    where s.pt <@ v_box and s.feed = v_stop.feed and s.name_key = v_stop.name_key);
  return jsonb_build_object(
    'id', v_stop.id, 'name', v_stop.name,
    'place', jsonb_build_object('lat', v_stop.lat, 'lng', v_stop.lng),
    'retiredAt', app.instant(v_stop.retired_at),
    'corridor', app.corridor_ref((app.corridor_at(v_stop.lat, v_stop.lng)).corridor_id),
    'area', app.area_near(v_stop.lat, v_stop.lng),
    'box', jsonb_build_object('west', (v_box[1])[0], 'south', (v_box[1])[1],
                              'east', (v_box[0])[0], 'north', (v_box[0])[1]),
    'routes', (
      select coalesce(jsonb_agg(app.route_ref(r)
               order by nullif(substring(r.short_name from '^\d{1,9}'), '')::int nulls last, r.short_name, r.slug), '[]')
        from app.routes r
       where r.retired_at is null and r.id in (
               select t.route_id from app.stop_times st join app.trips t on t.id = st.trip_id
                where st.stop_id = any (v_stops))),
    'liveIncidents', (select count(*) from app.incidents i where i.lifecycle = 'active' and i.pt <@ v_box),
    'reports', app.reports_near(v_stop, v_box),
    'assignments', (
      select coalesce(jsonb_agg(app.assignment_title(a) order by a.created_at desc, a.id), '[]')
        from app.assignments a
       where app.is_open_assignment(a)
         and ((a.place).stop_id = any (v_stops) or app.plane_point((a.place).lat, (a.place).lng) <@ v_box)),
    'entries', app.entries_near(v_stops, v_box));
end
$$;
grant execute on function api.get_stage_for_admin to authenticated;

-- The stop that represents the stage of a stop; a retired one represents itself.
create function app.stage_of_stop(p_stop uuid)
returns app.stops language plpgsql stable set search_path = '' as $$
declare
  v_stop  app.stops;
  v_stage app.stops;
begin
  select * into v_stop from app.stops s where s.id = p_stop;
  if v_stop.retired_at is null then
    select s.* into v_stage
      from app.points_of_interest p join app.stops s on s.id = p.id
     where p.feed = v_stop.feed and p.name_key = v_stop.name_key
       and p.pt <@ app.box_around(v_stop.lat, v_stop.lng, 400)
     order by p.id <> p_stop, p.pt <-> v_stop.pt, p.id
     limit 1;
  end if;
  return case when v_stage.id is null then v_stop else v_stage end;
end
$$;

-- How many reports of the last 28 days were about a stage, by category.
create function app.reports_near(p_stop app.stops, p_box box)
returns jsonb language plpgsql stable set search_path = '' as $$
begin
  return (
    select coalesce(jsonb_agg(jsonb_build_object('category', n.category, 'reports', n.reports)
                              order by n.reports desc, n.category), '[]')
      from (select r.category, count(*) as reports
              from app.incident_categories c
              join app.reports r on r.category = c.code and r.occurred_at > app.now() - interval '28 days'
             where r.state not in ('withdrawn', 'rejected', 'duplicate', 'purged')
               and case when app.is_sensitive(r.visibility, r.category)
                        then (app.coarse(r.lat), app.coarse(r.lng)) = (app.coarse(p_stop.lat), app.coarse(p_stop.lng))
                        else app.plane_point(r.lat, r.lng) <@ p_box end
             group by r.category) n);
end
$$;

-- How many collection entries were recorded there, and the last five. Not who recorded them.
create function app.entries_near(p_stops uuid[], p_box box)
returns jsonb language plpgsql stable set search_path = '' as $$
begin
  return (
    with near as materialized (
      select * from app.collection_entries e
       where e.state not in ('replaced', 'withdrawn')
         and ((e.place).stop_id = any (p_stops) or app.plane_point((e.place).lat, (e.place).lng) <@ p_box))
    select jsonb_build_object(
      'count', (select count(*) from near),
      'latest', (
        select coalesce(jsonb_agg(jsonb_build_object(
                 'id', e.id, 'plate', app.plate_text(e.plate_key), 'capturedAt', app.instant(e.captured_at),
                 'reviewId', (select r.id from app.review_entries r where r.subject_id = e.id
                               order by r.created_at desc, r.id limit 1))
                 order by e.captured_at desc, e.id), '[]')
          from (select * from near order by captured_at desc, id limit 5) e)));
end
$$;

-- An assignment as a link to it shows it.
create function app.assignment_title(p_assignment app.assignments)
returns jsonb immutable
return jsonb_build_object('id', p_assignment.id, 'title', p_assignment.title, 'titleSw', p_assignment.title_sw);
