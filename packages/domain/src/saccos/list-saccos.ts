import { listPage } from '../machinery/list-page.ts'
import { useCase } from '../machinery/use-case.ts'
import { listSaccos as operation } from './contract.ts'

/** Operator groups by name. */
export const listSaccos = useCase(operation, (caller, { q, corridorId, ...page }) =>
  listPage(caller, operation.name, page, 'list_saccos', { p_q: q, p_corridor: corridorId }),
)
