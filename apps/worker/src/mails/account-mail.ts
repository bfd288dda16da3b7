import { z } from 'zod'
import type { Task } from '../task.ts'
import type { SendMail } from './send-mail.ts'

const Content = z.object({ to: z.string(), kind: z.enum(['second_factor_reset', 'passkey_added', 'passkey_removed']) })

/** Mails people what was done to their account. In both languages, because an account has none. */
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
      'An admin of Salama turned off two-step sign-in for your account and removed its passkeys. Sign in with your password, and turn it on again under Account.',
      'If you did not ask for this, change your password and tell another admin now.',
      '',
      'Msimamizi wa Salama amezima kuingia kwa hatua mbili kwenye akaunti yako na kuondoa passkey zake. Ingia kwa nenosiri lako, kisha uwashe tena chini ya Akaunti.',
      'Kama hukuomba hili, badilisha nenosiri lako na umwambie msimamizi mwingine sasa.',
    ].join('\n'),
  },
  passkey_added: {
    subject: 'Salama: a passkey was added / passkey imeongezwa',
    text: [
      'Your Salama account can now be opened with a new passkey.',
      'If that was not you, remove it under Account, end all other sessions there, and change your password now.',
      '',
      'Akaunti yako ya Salama sasa inaweza kufunguliwa kwa passkey mpya.',
      'Kama si wewe, iondoe chini ya Akaunti, maliza vipindi vingine vyote hapo, na ubadilishe nenosiri lako sasa.',
    ].join('\n'),
  },
  passkey_removed: {
    subject: 'Salama: a passkey was removed / passkey imeondolewa',
    text: [
      'A passkey of your Salama account was removed, and opens it no more.',
      'If that was not you, end all other sessions under Account, and change your password now.',
      '',
      'Passkey ya akaunti yako ya Salama imeondolewa, na haiifungui tena.',
      'Kama si wewe, maliza vipindi vingine vyote chini ya Akaunti, na ubadilishe nenosiri lako sasa.',
    ].join('\n'),
  },
} as const
