/** A small database, and changes whose migrations keep the existing data. */
export const BASE = `
  drop schema if exists app cascade;
  drop schema if exists api cascade;
  create schema app;
  create schema api;
  grant usage on schema api to authenticated, service_role;
  alter default privileges revoke execute on functions from public;
  create table app.things (
    id int primary key, name text not null default 'x', size int check (size > 0),
    label text generated always as (name || '!') stored
  );
  alter table app.things enable row level security;
  create index things_name on app.things (name);
  create table app.parts (thing int references app.things (id) on delete cascade, note text);
  create table app.rules (code text primary key, label text, weight numeric, tags text[]);
  insert into app.rules values ('crash', 'Crash', 1.5, '{a,"b c"}'), ('theft', 'It''s gone', 2, null);
  create table app.uses (rule text references app.rules (code));
  create table app.steps (from_state text, to_state text, primary key (from_state, to_state));
  insert into app.steps values ('a', 'b'), ('b', 'c');
  create function app.nothing() returns trigger language plpgsql as 'begin return null; end';
  create function api.count_things(p_min int) returns bigint language sql stable security definer set search_path = ''
    as 'select count(*) from app.things where size >= p_min';
  grant execute on function api.count_things to authenticated;
  create function api.old_one() returns int language sql as 'select 1';
  create view api.thing_names with (security_invoker = true) as select name from app.things;
  grant select on api.thing_names to authenticated;
  create policy mine on app.things for select to authenticated using (size > 1);
  create sequence app.tickets;
  create type app.place as (lat float8, lng float8);
`

export const CHANGES: [what: string, change: string][] = [
  ['a column with a default', `alter table app.things add column kind text not null default 'bus'`],
  [
    'a table with row-level security, a policy and grants',
    `create table app.notes (id bigint generated always as identity primary key, owner uuid not null,
       thing int references app.things (id), body text not null check (body <> ''),
       size int generated always as (length(body)) stored);
     alter table app.notes enable row level security;
     create policy own on app.notes for all to authenticated using (owner = auth.uid()) with check (owner = auth.uid());
     grant select, insert on app.notes to authenticated; grant select (body) on app.notes to service_role;
     create unique index notes_owner on app.notes (owner) where thing is null`,
  ],
  [
    'the body of a function',
    `create or replace function api.count_things(p_min int) returns bigint language sql stable security definer
       set search_path = '' as 'select 2 + count(*) from app.things where size > p_min'`,
  ],
  [
    'the signature of a function',
    `drop function api.count_things(int);
     create function api.count_things(p_min int, p_name text default null) returns jsonb language plpgsql stable
       set search_path = '' as $$ begin return to_jsonb(p_min); end $$;
     grant execute on function api.count_things to authenticated, service_role`,
  ],
  ['an index', 'create index things_size on app.things (size desc) where size > 3'],
  ['a changed index', 'drop index app.things_name; create index things_name on app.things (lower(name))'],
  ['a changed row', `update app.rules set label = 'Collision', tags = '{}', weight = null where code = 'crash'`],
  ['a row', `insert into app.rules values ('new', 'New', 3, '{"x,y"}')`],
  ['a row that is all key', `delete from app.steps where from_state = 'b'; insert into app.steps values ('b', 'd')`],
  [
    'a column of a table with rows, and what is in it',
    `alter table app.rules add column icon text not null default 'none'; update app.rules set icon = code`,
  ],
  ['a function dropped', 'drop function api.old_one()'],
  ['a trigger', 'create trigger nothing after delete on app.things for each row execute function app.nothing()'],
  [
    'a changed view',
    'create or replace view api.thing_names with (security_invoker = true) as select name from app.things where size > 1',
  ],
  [
    'a view with other columns',
    `drop view api.thing_names; create view api.thing_names as select id, name from app.things;
     grant select on api.thing_names to service_role`,
  ],
  ['a changed policy', `alter policy mine on app.things to service_role using (name <> '')`],
  ['a grant taken back', 'revoke execute on function api.count_things from authenticated'],
  ['a constraint', 'alter table app.things add constraint name_size check (char_length(name) < 80)'],
  ['a constraint dropped', 'alter table app.things drop constraint things_size_check'],
  ['a default', `alter table app.things alter column name set default 'y'`],
  ['a column that may be null', 'alter table app.things alter column name drop not null'],
  ['an attribute of a type', 'alter type app.place add attribute name text'],
  ['a type', `create type app.mood as enum ('good', 'bad')`],
  ['a comment', `comment on table app.things is 'What''s there'; comment on function api.old_one is 'Old'`],
  ['a sequence', 'create sequence app.numbers'],
]
