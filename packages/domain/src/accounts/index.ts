export { CurrentUser, Role } from './contract.ts'
export { getCurrentUser } from './get-current-user.ts'
export { registerDevice } from './register-device.ts'
