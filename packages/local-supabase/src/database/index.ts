export type { Database, Queryable } from './database.ts'
export { syncTree } from './durable-files.ts'
export { inNewDatabase } from './new-database.ts'
export { openPglite, openPostgres } from './open.ts'
export { prepare, ROLES } from './prelude.ts'
export { callAs, RpcError } from './rpc.ts'
export {
  createExtension,
  createRole,
  createSchema,
  EXTENSIONS,
  grantRoles,
  quoted,
  requirePrepared,
  serverFaults,
  UnpreparedServer,
} from './server-faults.ts'
export { ServerAway, waitForServer } from './wait-for-server.ts'
