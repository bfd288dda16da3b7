import { useCase } from '../machinery/use-case.ts'
import * as contract from './contract.ts'
import * as manageContract from './manage-contract.ts'

export const createVehicle = useCase(manageContract.createVehicle)
export const editVehicle = useCase(contract.editVehicle)
export const getVehicleCase = useCase(manageContract.getVehicleCase)
export const getVehicleForAdmin = useCase(manageContract.getVehicleForAdmin)
export const listVehicleFacts = useCase(contract.listVehicleFacts)
export const listVehicles = useCase(contract.listVehicles)
export const mergeVehicles = useCase(manageContract.mergeVehicles)
export const previewVehicleMerge = useCase(manageContract.previewVehicleMerge)
export const restoreVehicle = useCase(manageContract.restoreVehicle)
export const retireVehicle = useCase(manageContract.retireVehicle)
