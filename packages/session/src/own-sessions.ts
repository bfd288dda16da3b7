import { listOwnSessions, noteSessionBrowser, type OwnSession } from '@salama/domain/accounts/own-sessions'
import { log } from '@salama/http'
import { userAgent } from 'next/server'
import { requireCaller } from './caller.ts'
import { appEnv } from './env.ts'
import { reasonOf } from './reason.ts'
import type { Session } from './session-cookie.ts'

/** Notes in which app and kind of browser this session began, for the list on the account page. Never throws. */
export async function noteBrowser(headers: Headers, session: Session, requestId: string): Promise<void> {
  const { browser, os } = userAgent({ headers })
  const caller = { kind: 'user', token: session.accessToken, subject: session.sub, requestId } as const
  await noteSessionBrowser(caller, { app: appEnv().APP_NAME, browser: browser.name, system: os.name }).catch((cause) =>
    log.warn({ reason: reasonOf(cause) }, 'browser of a session not noted'),
  )
}

/** Where the signed-in person is signed in; null while the service is unavailable. */
export const ownSessions = async (): Promise<OwnSession[] | null> =>
  requireCaller()
    .then(listOwnSessions)
    .catch((cause: unknown) => {
      log.warn({ reason: reasonOf(cause) }, 'sessions not read')
      return null
    })
