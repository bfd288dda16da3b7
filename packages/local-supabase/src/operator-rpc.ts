import type { Rpc } from '@salama/domain/server-rpc'
import { callAs, type Database } from './database/index.ts'

/** The functions of schema `api` as the operator's commands call them. */
export const operatorRpc =
  (database: Database): Rpc =>
  (name, args) =>
    database.transaction((tx) => callAs(tx, { role: 'operator_server' }, name, args))
