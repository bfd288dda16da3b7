export type { Mail } from './mail/mailbox.ts'
export { DEMO_PASSWORD, PEOPLE } from './seed/people.ts'
export { snapshot } from './snapshot.ts'
export { type LocalSupabase, startLocalSupabase } from './start.ts'
