-- The times that admins see. The exact second of a report can identify its author to an admin who also sees account
-- activity, so times of sensitive subjects are truncated to the full hour, and those of accounts to the day.
--
-- Sensitive are subjects that are not public as a point, and everything pending review.
create function app.is_sensitive(p_visibility text, p_category text)
returns boolean language plpgsql stable set search_path = '' as $$
begin
  return p_visibility <> 'public'
    or exists (select from app.incident_categories c where c.code = p_category and c.review = 'always');
end
$$;

-- Whether a review subject is sensitive: a report, or a dispute about an incident. Ratings and field work are about a
-- vehicle, not about something that happened to a person.
create function app.is_sensitive_subject(p_kind text, p_subject uuid)
returns boolean language plpgsql stable set search_path = '' as $$
begin
  case p_kind
    when 'report' then
      return (select app.is_sensitive(r.visibility, r.category) from app.reports r where r.id = p_subject) is true;
    when 'dispute' then
      return (select app.is_sensitive(i.visibility, i.category) from app.incidents i where i.id = p_subject) is true;
    else return false;
  end case;
end
$$;

-- A time as an admin may see it.
create function app.admin_time(p_at timestamptz, p_sensitive boolean)
returns timestamptz immutable
return case when p_sensitive then app.full_hour(p_at) else p_at end;

create function app.admin_instant(p_at timestamptz, p_sensitive boolean)
returns text immutable
return app.instant(app.admin_time(p_at, p_sensitive));
