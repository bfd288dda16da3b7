import * as accounts from './accounts/contract.ts'
import * as adminAudit from './admin/audit-contract.ts'
import * as admin from './admin/contract.ts'
import * as adminStickers from './admin/sticker-contract.ts'
import * as adminAlerts from './admin-alerts/contract.ts'
import * as apiKeys from './api-keys/contract.ts'
import * as adminAssignments from './assignments/admin-contract.ts'
import * as assignments from './assignments/contract.ts'
import * as assignmentSlotReview from './assignments/slot-review-contract.ts'
import * as assignmentSlots from './assignments/slots-contract.ts'
import * as certificates from './certificates/contract.ts'
import * as collectionEntries from './collection-entries/contract.ts'
import * as dashboard from './dashboard/contract.ts'
import * as documents from './documents/contract.ts'
import * as feedback from './feedback/contract.ts'
import * as fieldExports from './field-exports/contract.ts'
import * as health from './health/contract.ts'
import * as incidentRecords from './incident-records/contract.ts'
import * as incidentLists from './incident-records/list-contract.ts'
import * as incidentChanges from './incidents/changes-contract.ts'
import * as incidents from './incidents/contract.ts'
import * as incidentFeeds from './incidents/list-contract.ts'
import * as serviceAlerts from './incidents/service-alerts/contract.ts'
import * as incidentStats from './incidents/stats-contract.ts'
import * as learning from './learning/contract.ts'
import * as learningProgress from './learning/progress-contract.ts'
import * as networkRecords from './network/admin-contract.ts'
import * as network from './network/contract.ts'
import * as networkResources from './network/resources-contract.ts'
import * as reports from './reports/contract.ts'
import * as ownReports from './reports/own-contract.ts'
import * as reviewAuthors from './reviews/author-contract.ts'
import * as reviewBulk from './reviews/bulk-contract.ts'
import * as reviews from './reviews/contract.ts'
import * as reviewDecisions from './reviews/decisions-contract.ts'
import * as saccoAliases from './saccos/alias-contract.ts'
import * as saccos from './saccos/contract.ts'
import * as saccoRetirement from './saccos/retire-contract.ts'
import * as search from './search/contract.ts'
import * as secondFactor from './second-factor/contract.ts'
import type { Operation } from './shared/operation.ts'
import * as stageCounts from './stage-counts/contract.ts'
import * as surveyor from './surveyor/contract.ts'
import * as vehicleRecords from './vehicle-records/contract.ts'
import * as vehicleManagement from './vehicle-records/manage-contract.ts'
import * as vehicles from './vehicles/contract.ts'
import * as webhooks from './webhooks/contract.ts'

/** The nouns in the order of the reference. */
const NOUNS = [
  health,
  accounts,
  secondFactor,
  apiKeys,
  webhooks,
  ownReports,
  reports,
  incidents,
  incidentFeeds,
  incidentStats,
  incidentChanges,
  serviceAlerts,
  vehicles,
  feedback,
  networkResources,
  network,
  saccoAliases,
  saccos,
  saccoRetirement,
  search,
  learning,
  learningProgress,
  certificates,
  documents,
  surveyor,
  assignments,
  assignmentSlots,
  adminAssignments,
  assignmentSlotReview,
  collectionEntries,
  stageCounts,
  fieldExports,
  reviewAuthors,
  reviews,
  reviewDecisions,
  reviewBulk,
  incidentRecords,
  incidentLists,
  vehicleRecords,
  vehicleManagement,
  networkRecords,
  admin,
  adminAudit,
  adminStickers,
  adminAlerts,
  dashboard,
]

const isOperation = (value: unknown): value is Operation =>
  typeof value === 'object' && value !== null && 'method' in value && 'path' in value

/** Every operation of the API, without the apps' own (not under /api/v1). A test compares this list with the routes. */
export const operations: readonly Operation[] = NOUNS.flatMap((noun) => Object.values<unknown>(noun))
  .filter(isOperation)
  .filter((op) => op.path.startsWith('/api/v1/'))
