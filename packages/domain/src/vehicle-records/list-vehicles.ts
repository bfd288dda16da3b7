import { listPage } from '../machinery/list-page.ts'
import { useCase } from '../machinery/use-case.ts'
import { listVehicles as operation } from './contract.ts'

/** Vehicles by plate, for admins. */
export const listVehicles = useCase(operation, (caller, { q, saccoId, ...page }) =>
  listPage(caller, operation.name, page, 'list_vehicles', { p_q: q, p_sacco_id: saccoId }),
)
