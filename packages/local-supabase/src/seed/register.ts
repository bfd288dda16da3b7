import { cityFile } from '@salama/domain/city-files'
import { loadSaccos } from '@salama/domain/saccos/files'
import type { Database } from '../database/index.ts'
import { operatorRpc } from '../operator-rpc.ts'

/** The register of operators, so that search finds them. None gets an invented vehicle, report or rating. Idempotent. */
export async function seedRegister(database: Database): Promise<void> {
  if (!cityFile('register')) return
  await loadSaccos({ rpc: operatorRpc(database) })
}
