import { listPage } from '../machinery/list-page.ts'
import { useCase } from '../machinery/use-case.ts'
import { listVehicleIncidents as operation } from './contract.ts'

/** Incidents that name a vehicle, live and over. @throws {DomainError} `not_found` */
export const listVehicleIncidents = useCase(operation, (caller, { identifier, since, ...page }) =>
  listPage(caller, operation.name, page, 'get_vehicle_incidents', { p_identifier: identifier, p_since: since }),
)
