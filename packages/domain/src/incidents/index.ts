export {
  Category,
  Corroboration,
  Incident,
  IncidentChange,
  IncidentDetail,
  Lifecycle,
  NearbyIncident,
  Vote,
} from './contract.ts'
export { getIncident } from './get-incident.ts'
export { getReporterIncidentVotes } from './get-reporter-incident-votes.ts'
export { listIncidentChanges } from './list-incident-changes.ts'
export { listIncidents } from './list-incidents.ts'
export { listNearbyIncidents } from './list-nearby-incidents.ts'
export { voteOnIncident } from './vote-on-incident.ts'
