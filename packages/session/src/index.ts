export {
  type AuthAddress,
  appAddresses,
  authAddress,
  beforeSignIn,
  getPerson,
  ownAddress,
  type Person,
  signedInOnly,
} from './account-pages.ts'
export { accountRoutes } from './account-routes.ts'
export { authRoutes, type SignInFailure } from './app-session.ts'
export { ACCOUNT_HEADER, accountMark, withAccount } from './as-account.ts'
export { appCaller, getCaller, getSignedIn, requireCaller, type SignedIn, type UserCaller } from './caller.ts'
export { withDevice } from './device.ts'
export { type KeptForm, readKeptForm, withForm } from './form.ts'
