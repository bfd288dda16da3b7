import { withSnapshots } from '../machinery/memory/snapshots.ts'
import { useCase } from '../machinery/use-case.ts'
import * as contract from './contract.ts'

export { Vehicle } from './contract.ts'

export const getVehicle = useCase(contract.getVehicle)
export const listVehicleIncidents = withSnapshots(useCase(contract.listVehicleIncidents))
export const listKnownVehicles = withSnapshots(useCase(contract.listKnownVehicles))
export const scanVehicleQr = withSnapshots(useCase(contract.scanVehicleQr))
export const searchVehicleProfiles = useCase(contract.searchVehicleProfiles)
