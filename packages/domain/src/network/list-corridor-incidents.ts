import { listPage } from '../machinery/list-page.ts'
import { useCase } from '../machinery/use-case.ts'
import { listCorridorIncidents as operation } from './contract.ts'

/** Incidents on a corridor, live and over. @throws {DomainError} `not_found` */
export const listCorridorIncidents = useCase(operation, (caller, { id, since, ...page }) =>
  listPage(caller, operation.name, page, 'get_corridor_incidents', { p_corridor: id, p_since: since }),
)
