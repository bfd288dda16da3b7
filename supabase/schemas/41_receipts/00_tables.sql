-- Additions by the reporter beside the report, whose own content never changes: text, a vehicle, or both. For reviewers
-- only. The client generates the id. `flags`: what screening found in the text, as in a report's note.
create table app.report_additions (
  id            uuid primary key,
  report_id     uuid not null references app.reports,
  at            timestamptz not null,
  words         text check (char_length(words) between 1 and 1000),
  vehicle_id    uuid references app.vehicles,
  vehicle_plate text,
  flags         text[] not null default '{}',
  check (coalesce(words, vehicle_plate) is not null)
);
create index report_additions_report on app.report_additions (report_id, at);
alter table app.report_additions enable row level security;

-- The additions to a report, for reviewers and the reporter's own export.
create function app.additions_of(p_report uuid, p_sensitive boolean default false)
returns jsonb language plpgsql stable set search_path = '' as $$
begin
  return (
    select coalesce(jsonb_agg(jsonb_build_object(
             'at', app.admin_instant(a.at, p_sensitive), 'words', a.words,
             'vehicle', app.vehicle_ref(a.vehicle_id, a.vehicle_plate), 'flags', to_jsonb(a.flags)) order by a.at, a.id), '[]')
      from app.report_additions a where a.report_id = p_report);
end
$$;
