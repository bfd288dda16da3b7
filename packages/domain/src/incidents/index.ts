export { Category, Corroboration, Incident, Lifecycle, NearbyIncident } from './contract.ts'
export { getIncident } from './get-incident.ts'
export { listIncidents } from './list-incidents.ts'
export { listNearbyIncidents } from './list-nearby-incidents.ts'
