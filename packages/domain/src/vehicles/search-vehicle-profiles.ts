import { listPage } from '../machinery/list-page.ts'
import { useCase } from '../machinery/use-case.ts'
import { searchVehicleProfiles as operation } from './contract.ts'

/** Vehicles by plate, public code or fleet name, best first. */
export const searchVehicleProfiles = useCase(operation, (caller, { q, ...page }) =>
  listPage(caller, operation.name, page, 'search_vehicle_profiles', { p_q: q }),
)
