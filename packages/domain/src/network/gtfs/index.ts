export { type GtfsProgress, importGtfs } from './import-gtfs.ts'
export { describeProblem, GtfsFeedError } from './problems.ts'
export { NAIROBI } from './project-feed.ts'
export type { ImportReport } from './staging.ts'
