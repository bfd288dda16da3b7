-- What a reporter added with the receipt. Beside the report, whose own words never change; for reviewers only. The client
-- makes the id.
create table app.report_additions (
  id        uuid primary key,
  report_id uuid not null references app.reports,
  at        timestamptz not null,
  words     text not null check (char_length(words) between 1 and 1000)
);
create index report_additions_report on app.report_additions (report_id, at);
alter table app.report_additions enable row level security;

-- What was added to a report, as reviewers and the reporter's own export have it.
create function app.additions_of(p_report uuid, p_sensitive boolean default false)
returns jsonb language plpgsql stable set search_path = '' as $$
begin
  return (
    select coalesce(jsonb_agg(jsonb_build_object('at', app.admin_instant(a.at, p_sensitive), 'words', a.words) order by a.at, a.id), '[]')
      from app.report_additions a where a.report_id = p_report);
end
$$;
