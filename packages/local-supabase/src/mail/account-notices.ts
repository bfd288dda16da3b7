import type { EmailDriver } from '@supabase/lite'
import type { Queryable } from '../database/index.ts'
import { type Polling, startPolling } from '../polling.ts'
import { mailFailure } from './sending.ts'

type AccountNotice = { userId: string; kind: keyof typeof WORDS; to: string }

/** Mails people what an admin did to their account. In both languages, because an account has none. */
export function startAccountNotices(
  database: Pick<Queryable, 'query'>,
  driver: EmailDriver,
  everyMs: number,
  log: (line: string) => void,
): Polling {
  return startPolling(
    everyMs,
    async () => {
      const [claimed] = await database.query<{ notices: AccountNotice[] }>(
        'select api.claim_account_notices() as notices',
      )
      for (const { userId, kind, to } of claimed?.notices ?? []) {
        try {
          await driver.send({ to, ...WORDS[kind] })
          await database.query('select api.finish_account_notice($1, $2)', [userId, kind])
        } catch (error) {
          log(mailFailure(error))
        }
      }
    },
    (error) => log(`Mails about accounts failed: ${String(error)}`),
  )
}

const WORDS = {
  second_factor_reset: {
    subject: 'Salama: two-step sign-in was turned off / kuingia kwa hatua mbili kumezimwa',
    text: [
      'An admin of Salama turned off two-step sign-in for your account. Sign in with your password, and turn it on again under Account.',
      'If you did not ask for this, change your password and tell another admin now.',
      '',
      'Msimamizi wa Salama amezima kuingia kwa hatua mbili kwenye akaunti yako. Ingia kwa nenosiri lako, kisha uwashe tena chini ya Akaunti.',
      'Kama hukuomba hili, badilisha nenosiri lako na umwambie msimamizi mwingine sasa.',
    ].join('\n'),
  },
} as const
