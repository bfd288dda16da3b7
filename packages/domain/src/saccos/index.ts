export { Sacco } from './contract.ts'
export { listSaccoVehicles } from './list-sacco-vehicles.ts'
export { listSaccos } from './list-saccos.ts'
