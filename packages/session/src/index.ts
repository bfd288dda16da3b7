export {
  type AuthEndpoint,
  appUrls,
  authUrl,
  beforeSignIn,
  forAccountPage,
  getPerson,
  ownUrl,
  type Person,
  signedInOnly,
} from './account-pages.ts'
export { accountRoutes } from './account-routes.ts'
export { authRoutes } from './app-session.ts'
export { accountKey, withAccount } from './as-account.ts'
export { getCaller, getSignedIn, getVisitor, requireCaller, type UserCaller } from './caller.ts'
export { withDevice } from './device.ts'
export { readSavedForm, type SavedForm, withForm } from './form.ts'
export { withKnownBrowser } from './known-browser.ts'
export { signInAgain } from './sign-in-again.ts'
