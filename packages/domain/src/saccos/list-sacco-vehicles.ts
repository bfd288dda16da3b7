import { listPage } from '../machinery/list-page.ts'
import { useCase } from '../machinery/use-case.ts'
import { listSaccoVehicles as operation } from './contract.ts'

/** The vehicles of one operator group. @throws {DomainError} `not_found` */
export const listSaccoVehicles = useCase(operation, (caller, { id, q, corridorId, ...page }) =>
  listPage(caller, operation.name, page, 'list_sacco_vehicles', { p_sacco: id, p_q: q, p_corridor: corridorId }),
)
