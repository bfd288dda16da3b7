export { AdminVehicle, VehicleFactsVersion } from './contract.ts'
export { editVehicle } from './edit-vehicle.ts'
export { listVehicleFacts } from './list-vehicle-facts.ts'
export { listVehicles } from './list-vehicles.ts'
