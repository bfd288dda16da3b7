-- What an entry is about, in so few words that it can stand in a list: nothing that somebody wrote, and no exact place.
create function app.review_about(p_entry app.review_entries)
returns jsonb
language plpgsql
stable
set search_path = ''
as $$
declare
  v_about jsonb := '{"category": null, "placeName": null, "corridor": null, "plate": null, "stars": null, "photos": 0}';
begin
  case p_entry.kind
    when 'report' then
      return v_about || (
        select jsonb_build_object(
                 'category', r.category,
                 'happenedAt', app.admin_instant(r.occurred_at, app.is_sensitive(r.visibility, r.category)),
                 'placeName', app.place_name(r.lat, r.lng), 'corridor', c.name, 'plate', app.plate_text(r.vehicle_plate),
                 'photos', (select count(*) from app.report_photos p where p.report_id = r.id and p.state <> 'refused'))
          from app.reports r left join app.corridors c on c.id = r.corridor_id where r.id = p_entry.subject_id);
    when 'feedback' then
      return v_about || (
        select jsonb_build_object('happenedAt', app.instant(f.rode_at), 'plate', v.plate, 'stars', f.stars)
          from app.feedback f join app.vehicles v on v.id = f.vehicle_id where f.id = p_entry.subject_id);
    when 'collection_entry' then
      return v_about || (
        select jsonb_build_object(
                 'happenedAt', app.instant(e.captured_at), 'plate', e.facts ->> 'plate',
                 'photos', (select count(*) from app.entry_photos p where p.entry_id = e.id))
          from app.collection_entries e where e.id = p_entry.subject_id);
    when 'dispute' then
      return v_about || (
        select jsonb_build_object(
                 'category', i.category,
                 'happenedAt', app.admin_instant(i.last_seen_at, app.is_sensitive(i.visibility, i.category)),
                 'placeName', app.place_name(i.lat, i.lng), 'corridor', c.name, 'plate', app.plate_text(i.vehicle_plate))
          from app.incidents i left join app.corridors c on c.id = i.corridor_id where i.id = p_entry.subject_id);
  end case;
end
$$;
