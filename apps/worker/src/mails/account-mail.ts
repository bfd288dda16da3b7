import { z } from 'zod'
import type { Task } from '../task.ts'
import type { SendMail } from './send-mail.ts'

const Content = z.object({ to: z.string(), kind: z.enum(['second_factor_reset']) })

/** Mails people what an admin did to their account. In both languages, because an account has none. */
export const accountMail =
  (send: SendMail): Task =>
  async (content, id) => {
    const { to, kind } = Content.parse(content)
    await send({ id, to, ...WORDS[kind] })
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
