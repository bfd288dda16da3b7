-- Whether we have known an account for less than so long: since it was made, where Supabase Auth makes them, or else since
-- the first thing that it sent us. No account at all is a new one. Whoever lets accounts lie for that time passes; it costs
-- them the time.
create function app.is_new_account(p_user uuid, p_within interval default '1 day')
returns boolean
language plpgsql
stable
set search_path = ''
as $$
declare
  v_since timestamptz := app.now() - p_within;
begin
  if exists (select from app.reports r where r.reporter_id = p_user and r.received_at <= v_since)
     or exists (select from app.incident_votes v where v.user_id = p_user and v.voted_at <= v_since)
     or exists (select from app.feedback f where f.rider_id = p_user and f.received_at <= v_since) then
    return false;
  end if;
  return not exists (select from auth.users u where u.id = p_user and u.created_at <= v_since);
end
$$;
