export { PointOfInterest, ServiceArea } from './contract.ts'
export { getServiceArea } from './get-service-area.ts'
export { searchPointsOfInterest } from './search-points-of-interest.ts'
