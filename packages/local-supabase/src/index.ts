export type { Mail, Mailbox } from './mail/mailbox.ts'
export { DEMO_PASSWORD, PEOPLE, type PersonName } from './seed/people.ts'
export { snapshot } from './snapshot.ts'
export { type LocalSupabase, type LocalSupabaseOptions, startLocalSupabase } from './start.ts'
