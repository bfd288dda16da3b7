export { areaNameOf } from './companions.ts'
export { type GtfsProgress, importGtfs } from './import-gtfs.ts'
export { describeProblem, GtfsFeedError } from './problems.ts'
export type { ImportReport } from './staging.ts'
