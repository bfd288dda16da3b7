import type { Queryable } from './database.ts'
import { ROLES } from './prelude.ts'

/** What a database server lacks, and the SQL with which an administrator mends it. */
type ServerFault = { what: string; mend: string }

/** A server on which this role cannot run Salama. */
export class UnpreparedServer extends Error {
  override name = 'UnpreparedServer'
}

/** All in the schema `extensions`, as at Supabase. */
export const EXTENSIONS = ['postgis', 'pg_trgm', 'unaccent', 'uuid-ossp', 'btree_gist']

const OLDEST = 15

type State = {
  role: string
  database: string
  version: number
  encoding: string
  isReadOnly: boolean
  isSuperuser: boolean
  missingRoles: string[]
  foreignRoles: string[]
  mayBypass: boolean | null
  missingExtensions: string[]
  misplacedExtensions: string[]
  ownsExtensions: boolean | null
}

/**
 * What only an administrator of the server can give to the role that is connected. Asked before anything is written, and by
 * `/readyz` while it runs.
 */
export async function serverFaults(database: Queryable): Promise<ServerFault[]> {
  const [row] = await database.query<{ state: State }>(STATE, [ROLES, EXTENSIONS])
  if (row === undefined) return []
  const { state } = row
  const { role, isSuperuser, missingRoles, foreignRoles } = state
  const faults: (ServerFault | false)[] = [
    state.version < OLDEST && {
      what: `PostgreSQL ${state.version} is too old`,
      mend: `-- PostgreSQL ${OLDEST} or newer is needed`,
    },
    state.encoding !== 'UTF8' && {
      what: `the database ${state.database} is in ${state.encoding}`,
      mend: `create database ${quoted(state.database)} owner ${quoted(role)} encoding 'UTF8' template template0; -- in place of it`,
    },
    state.isReadOnly && {
      what: `the database ${state.database} takes no writes`,
      mend: `-- DATABASE_URL names the primary and not a standby; and: alter database ${quoted(state.database)} reset default_transaction_read_only;`,
    },
    ...(isSuperuser ? [] : missingRoles).map((name) => ({ what: `there is no role ${name}`, mend: createRole(name) })),
    state.mayBypass === false && {
      what: 'the role service_role may not bypass row security',
      mend: 'alter role service_role bypassrls;',
    },
    !isSuperuser &&
      [...missingRoles, ...foreignRoles].length > 0 && {
        what: `the role ${role} may not act as ${[...missingRoles, ...foreignRoles].join(', ')}`,
        mend: grantRoles([...missingRoles, ...foreignRoles], role),
      },
    state.ownsExtensions === false && {
      what: `the schema extensions does not belong to ${role}`,
      mend: `alter schema extensions owner to ${quoted(role)};`,
    },
    state.ownsExtensions === null &&
      !isSuperuser && { what: 'there is no schema extensions', mend: createSchema(role) },
    ...(isSuperuser ? [] : state.missingExtensions).map((name) => ({
      what: `there is no extension ${name}`,
      mend: createExtension(name),
    })),
    ...state.misplacedExtensions.map((name) => ({
      what: `the extension ${name} is not in the schema extensions`,
      mend: `drop extension ${quoted(name)}; ${createExtension(name)}`,
    })),
  ]
  return faults.filter((each) => each !== false)
}

/** @throws {UnpreparedServer} with all that an administrator has to do */
export async function requirePrepared(database: Queryable): Promise<void> {
  const faults = await serverFaults(database)
  if (faults.length === 0) return
  const list = faults.map(({ what, mend }) => `  - ${what}\n      ${mend}`).join('\n')
  throw new UnpreparedServer(
    `The database is not prepared for Salama. An administrator of the server runs, connected to it:\n${list}`,
  )
}

export const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`
export const createRole = (name: string) =>
  `create role ${name} nologin noinherit${name === 'service_role' ? ' bypassrls' : ''};`
export const grantRoles = (names: readonly string[], to: string) => `grant ${names.join(', ')} to ${quoted(to)};`
export const createSchema = (owner: string) => `create schema if not exists extensions authorization ${quoted(owner)};`
export const createExtension = (name: string) =>
  `create extension if not exists ${quoted(name)} with schema extensions;`

const STATE = `
  select jsonb_build_object(
           'role', current_user, 'database', current_database(), 'isSuperuser', me.rolsuper,
           'version', current_setting('server_version_num')::int / 10000,
           'encoding', (select pg_encoding_to_char(d.encoding) from pg_database d where d.datname = current_database()),
           'isReadOnly', pg_is_in_recovery() or current_setting('default_transaction_read_only') = 'on',
           'missingRoles', to_jsonb(array(
             select role from unnest($1::text[]) as role where not exists (select from pg_roles r where r.rolname = role))),
           'foreignRoles', to_jsonb(array(
             select r.rolname from pg_roles r where r.rolname = any($1) and not pg_has_role(r.oid, 'member'))),
           'mayBypass', (select r.rolbypassrls from pg_roles r where r.rolname = 'service_role'),
           'missingExtensions', to_jsonb(array(
             select name from unnest($2::text[]) as name
              where not exists (select from pg_extension e where e.extname = name))),
           'misplacedExtensions', to_jsonb(array(
             select e.extname from pg_extension e
              where e.extname = any($2) and e.extnamespace is distinct from to_regnamespace('extensions'))),
           'ownsExtensions', (select pg_has_role(n.nspowner, 'usage') from pg_namespace n where n.nspname = 'extensions')
         ) as state
    from pg_roles me where me.rolname = current_user`
