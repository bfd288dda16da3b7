import { listPage } from '../machinery/list-page.ts'
import { useCase } from '../machinery/use-case.ts'
import { listVehicleFacts as operation } from './contract.ts'

/** What was known of a vehicle, version by version. @throws {DomainError} `not_found` */
export const listVehicleFacts = useCase(operation, (caller, { id, ...page }) =>
  listPage(caller, operation.name, page, 'list_vehicle_facts', { p_id: id }),
)
