import { listPage } from '../machinery/list-page.ts'
import { useCase } from '../machinery/use-case.ts'
import { listRoutes as operation } from './contract.ts'

/** Routes by short name. */
export const listRoutes = useCase(operation, (caller, { q, corridorId, saccoId, ...page }) =>
  listPage(caller, operation.name, page, 'list_routes', { p_q: q, p_corridor: corridorId, p_sacco: saccoId }),
)
