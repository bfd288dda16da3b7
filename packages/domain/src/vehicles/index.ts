import { useCase } from '../machinery/use-case.ts'
import * as contract from './contract.ts'

export { Vehicle } from './contract.ts'

export const getVehicle = useCase(contract.getVehicle)
export const listVehicleIncidents = useCase(contract.listVehicleIncidents)
export const scanVehicleQr = useCase(contract.scanVehicleQr)
export const searchVehicleProfiles = useCase(contract.searchVehicleProfiles)
