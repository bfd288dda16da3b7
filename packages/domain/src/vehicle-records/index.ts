import { useCase } from '../machinery/use-case.ts'
import * as contract from './contract.ts'

export const editVehicle = useCase(contract.editVehicle)
export const listVehicleFacts = useCase(contract.listVehicleFacts)
export const listVehicles = useCase(contract.listVehicles)
