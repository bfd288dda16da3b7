-- What admins learn of when. The second at which something was sent is as good as a name to whoever also sees when accounts
-- are used: so what is sensitive is told by the full hour that it lies in, and an account by the day.
--
-- Sensitive is what the public may not see as a point, and what waits for a person whatever it says.
create function app.is_sensitive(p_visibility text, p_category text)
returns boolean language plpgsql stable set search_path = '' as $$
begin
  return p_visibility <> 'public'
    or exists (select from app.incident_categories c where c.code = p_category and c.review = 'always');
end
$$;

-- Whether what reviewers look at is sensitive: a report, or a dispute about an incident. Ratings and field work are about a
-- vehicle and not about what happened to somebody.
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

-- A time as an admin may know it.
create function app.admin_time(p_at timestamptz, p_sensitive boolean)
returns timestamptz language plpgsql immutable set search_path = '' as $$
begin
  return case when p_sensitive then app.full_hour(p_at) else p_at end;
end
$$;

create function app.admin_instant(p_at timestamptz, p_sensitive boolean)
returns text language plpgsql immutable set search_path = '' as $$
begin
  return app.instant(app.admin_time(p_at, p_sensitive));
end
$$;
