export { Dashboard } from './contract.ts'
export { getDashboard } from './get-dashboard.ts'
