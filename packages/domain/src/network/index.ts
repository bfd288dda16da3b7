import { useCase } from '../machinery/use-case.ts'
import * as contract from './contract.ts'

export { getCorridorMap } from './get-corridor-map.ts'
export { getServiceArea } from './get-service-area.ts'

export const listCorridorIncidents = useCase(contract.listCorridorIncidents)
export const listCorridors = useCase(contract.listCorridors)
export const listMainStages = useCase(contract.listMainStages)
export const listRoutes = useCase(contract.listRoutes)
export const searchPointsOfInterest = useCase(contract.searchPointsOfInterest)
