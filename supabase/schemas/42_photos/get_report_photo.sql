-- A photo of a report for a reviewer: where its picture lies. One that was refused has none any more.
--
-- Definer: no role may touch photos.
-- Fails with: unauthenticated, role_required, not_found
create function api.get_report_photo(p_report uuid, p_id uuid)
returns jsonb
language plpgsql
stable
security definer
set search_path = ''
as $$
declare
  v_admin uuid := app.require_role('admin');
  v_photo app.report_photos;
begin
  select * into v_photo from app.report_photos p
   where p.id = p_id and p.report_id = p_report and p.state <> 'refused';
  perform app.require_found(v_photo.id is not null);
  return app.photo_answer(v_photo, true);
end
$$;
grant execute on function api.get_report_photo to authenticated;
