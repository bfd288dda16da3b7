export type { Database, Queryable } from './database.ts'
export { openPglite, openPostgres } from './open.ts'
export { prepare } from './prelude.ts'
export { callAs, RpcError } from './rpc.ts'
