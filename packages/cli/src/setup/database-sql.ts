import {
  createExtension,
  createRole,
  createSchema,
  EXTENSIONS,
  grantRoles,
  quoted,
  ROLES,
} from '@salama/local-supabase/database'

const literal = (text: string) => `'${text.replaceAll("'", "''")}'`

/** Runs a statement of psql where a row is missing. */
const unless = (statement: string, table: string, column: string, name: string) =>
  `select ${literal(statement)} where not exists (select from ${table} where ${column} = ${literal(name)}) \\gexec`

/**
 * What an administrator runs once with psql, on PostgreSQL 15 to 17; again without harm. The owner may log in and nothing else:
 * what a server lacks for that is in `serverFaults`.
 */
export function databaseSql(databaseUrl: string): string {
  const { username, password, pathname } = new URL(databaseUrl)
  const [owner, name] = [decodeURIComponent(username), decodeURIComponent(pathname.slice(1))]
  const login = `create role ${quoted(owner)} login password ${literal(decodeURIComponent(password))};`
  const database = `create database ${quoted(name)} owner ${quoted(owner)} encoding 'UTF8' template template0;`
  return [
    '-- For an administrator of PostgreSQL 15 to 17 with PostGIS, once; again without harm:',
    '--   runuser -u postgres -- psql < database.sql',
    '\\set ON_ERROR_STOP on',
    unless(login, 'pg_roles', 'rolname', owner),
    ...ROLES.map((role) => unless(createRole(role), 'pg_roles', 'rolname', role)),
    grantRoles(ROLES, owner),
    unless(database, 'pg_database', 'datname', name),
    `\\connect ${quoted(name)}`,
    createSchema(owner),
    ...EXTENSIONS.map(createExtension),
    '',
  ].join('\n')
}
