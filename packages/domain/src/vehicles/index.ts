export { Vehicle } from './contract.ts'
export { getVehicle } from './get-vehicle.ts'
export { listVehicleIncidents } from './list-vehicle-incidents.ts'
