import { z } from 'zod'
import { callRpc } from '../machinery/call-rpc.ts'
import type { Caller } from '../shared/caller.ts'
import { Instant } from '../shared/shapes.ts'

// Where a person is signed in. No operations of the API: the account pages of the apps show it.

const OwnSession = z.object({
  id: z.uuid(),
  isThis: z.boolean(),
  /** Null for a program that is none of our apps. */
  app: z.enum(['rider', 'surveyor', 'learning', 'admin', 'api']).nullable(),
  browser: z.string().nullable(),
  system: z.string().nullable(),
  since: Instant,
  /** To the hour. */
  usedAt: Instant,
})
export type OwnSession = z.output<typeof OwnSession>

export const listOwnSessions = async (caller: Caller): Promise<OwnSession[]> =>
  z.array(OwnSession).parse(await callRpc(caller, 'list_own_sessions', {}))

type Began = { app: string; browser: string | undefined; system: string | undefined }

/** Notes where the caller's session began. */
export const noteSessionBrowser = (caller: Caller, { app, browser = '', system = '' }: Began) =>
  callRpc(caller, 'note_session_browser', { p_app: app, p_browser: browser, p_system: system })

/**
 * Ends one session of the caller, by default all but this one; their tokens are refused from then on.
 * @throws {DomainError} `password_required`, `not_found`
 */
export const endOwnSessions = (caller: Caller, session?: string) =>
  callRpc(caller, 'end_own_sessions', { ...(session !== undefined && { p_session: session }) })
