export { PointOfInterest, ServiceArea } from './contract.ts'
export { getCorridorMap } from './get-corridor-map.ts'
export { getServiceArea } from './get-service-area.ts'
export { searchPointsOfInterest } from './search-points-of-interest.ts'
