import { z } from 'zod'
import { operation } from '../shared/operation.ts'
import { Instant, Nothing, Text } from '../shared/shapes.ts'

const SecondFactor = z
  .object({
    since: Instant.nullable().meta({ description: 'Since when it is set up. Null: it is not.' }),
    recoveryCodesLeft: z.int(),
    isNeeded: z.boolean().meta({ description: 'It is set up, and this session has not proven it yet.' }),
  })
  .meta({ id: 'SecondFactor' })

const Code = Text.trim()
  .regex(/^[0-9A-Za-z -]{6,20}$/)
  .meta({ description: 'Six digits from the authenticator app, or a recovery code.' })

export const getSecondFactor = operation({
  name: 'getSecondFactor',
  method: 'get',
  path: '/api/v1/me/second-factor',
  rpc: 'get_second_factor',
  tag: 'Auth',
  summary: 'Your second factor',
  description: 'Whether one is set up, and whether this session has proven it.',
  access: 'user',
  reply: SecondFactor,
  errors: [],
  cache: 'no-store',
  examples: { reply: { since: '2026-11-20T06:52:04Z', recoveryCodesLeft: 10, isNeeded: false } },
})

export const beginSecondFactor = operation({
  name: 'beginSecondFactor',
  method: 'post',
  path: '/api/v1/me/second-factor',
  tag: 'Auth',
  summary: 'Begin to set up a second factor',
  description:
    'For admins. Makes the secret of an authenticator app (TOTP, RFC 6238: SHA-1, six digits, 30 seconds), as text, as its URI and as the QR code of that. It is in force once a code has been sent to `…/verify`. Needs a session that proved the password in the last ten minutes: 403 `password_required`.',
  access: { role: 'admin' },
  reply: z.object({
    secret: z.string(),
    uri: z.string(),
    qrSvg: z.string().meta({ description: 'The QR code of the URI, as an SVG document.' }),
  }),
  status: 200,
  errors: ['not_found', 'second_factor_required', 'password_required', 'invalid_transition'],
  cache: 'no-store',
  examples: {
    reply: {
      secret: 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP',
      uri: 'otpauth://totp/Salama:dalmas%40salama.test?secret=JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP&issuer=Salama',
      qrSvg: '<svg xmlns="http://www.w3.org/2000/svg"></svg>',
    },
  },
})

export const verifySecondFactor = operation({
  name: 'verifySecondFactor',
  method: 'post',
  path: '/api/v1/me/second-factor/verify',
  tag: 'Auth',
  summary: 'Prove your second factor',
  description:
    'With a code from the authenticator app, or with a recovery code, which works once. From then on this session may do what admins may, until it ends. The first code of a new factor sets it up, and is answered with its recovery codes: they are shown only then. 422 `wrong_code`; after five attempts in 15 minutes 429.',
  access: 'user',
  body: z.strictObject({ code: Code }).meta({ id: 'SecondFactorBody' }),
  reply: z.object({ recoveryCodes: z.array(z.string()) }),
  status: 200,
  errors: ['not_found', 'wrong_code', 'rate_limited'],
  cache: 'no-store',
  examples: { body: { code: '123456' }, reply: { recoveryCodes: [] } },
})

export const removeSecondFactor = operation({
  name: 'removeSecondFactor',
  method: 'delete',
  path: '/api/v1/me/second-factor',
  tag: 'Auth',
  summary: 'Remove your second factor',
  description: 'Needs a session that has proven it, and proved the password in the last ten minutes.',
  access: { role: 'admin' },
  reply: Nothing,
  status: 204,
  rpc: 'remove_second_factor',
  errors: ['second_factor_required', 'password_required'],
  cache: 'no-store',
  examples: { reply: null },
})
