import { getCurrentUser } from './accounts/contract.ts'
import { getHealth } from './health/contract.ts'
import { getIncident, listIncidents, listNearbyIncidents } from './incidents/contract.ts'
import { getServiceArea } from './network/contract.ts'
import { submitIncidentReport } from './reports/contract.ts'
import type { Operation } from './shared/operation.ts'

/** Every operation of the API, in the order in which the reference shows them. A test compares this list with the routes. */
export const operations: readonly Operation[] = [
  getHealth,
  getCurrentUser,
  submitIncidentReport,
  listIncidents,
  listNearbyIncidents,
  getIncident,
  getServiceArea,
]
