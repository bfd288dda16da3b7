-- Additions by the reporter with the receipt, beside the report, whose own content never changes; for reviewers only.
-- The client generates the id.
create table app.report_additions (
  id        uuid primary key,
  report_id uuid not null references app.reports,
  at        timestamptz not null,
  words     text not null check (char_length(words) between 1 and 1000)
);
create index report_additions_report on app.report_additions (report_id, at);
alter table app.report_additions enable row level security;

-- The additions to a report, for reviewers and the reporter's own export.
create function app.additions_of(p_report uuid, p_sensitive boolean default false)
returns jsonb language plpgsql stable set search_path = '' as $$
begin
  return (
    select coalesce(jsonb_agg(jsonb_build_object('at', app.admin_instant(a.at, p_sensitive), 'words', a.words) order by a.at, a.id), '[]')
      from app.report_additions a where a.report_id = p_report);
end
$$;
