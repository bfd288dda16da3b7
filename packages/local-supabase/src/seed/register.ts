import { loadSaccos } from '@salama/domain/saccos/files'
import { callAs, type Database } from '../database/index.ts'

/** The register of operators, so that search finds them. None gets an invented vehicle, report or rating. Idempotent. */
export async function seedRegister(database: Database): Promise<void> {
  await loadSaccos({
    rpc: (name, args) => database.transaction((tx) => callAs(tx, { role: 'operator_server' }, name, args)),
  })
}
