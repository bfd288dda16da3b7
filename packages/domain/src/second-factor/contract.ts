import { z } from 'zod'
import { operation } from '../shared/operation.ts'
import { Instant, Nothing, Text } from '../shared/shapes.ts'

const SecondFactor = z
  .object({
    since: Instant.nullable().describe('When codes were set up; null if they are not.'),
    recoveryCodesLeft: z.int(),
    isNeeded: z.boolean().describe('Set up, but not yet verified in this session.'),
    isRequired: z.boolean().describe('Not set up, and admin operations are refused until it is.'),
    isWaived: z.boolean().describe('The admin of a demo on one computer, who may go without.'),
  })
  .meta({ id: 'SecondFactor' })

const Code = Text.trim()
  .regex(/^[0-9A-Za-z -]{6,20}$/)
  .describe('A six-digit code of the authenticator app, or a recovery code.')

export const getSecondFactor = operation({
  name: 'getSecondFactor',
  method: 'get',
  path: '/api/v1/me/second-factor',
  tag: 'Auth',
  summary: 'Get your second factor',
  description:
    'Returns whether codes are set up as a second factor, and whether a second factor was verified in this session. A passkey of the console counts as one, and is used there.',
  access: 'user',
  reply: SecondFactor,
  examples: {
    reply: {
      since: '2026-11-20T06:52:04Z',
      recoveryCodesLeft: 10,
      isNeeded: false,
      isRequired: false,
      isWaived: false,
    },
  },
})

export const beginSecondFactor = operation({
  name: 'beginSecondFactor',
  method: 'post',
  path: '/api/v1/me/second-factor',
  tag: 'Auth',
  summary: 'Start setting up a second factor',
  description:
    'For admins, who need a second factor before any other admin operation. Creates the secret for an authenticator app (TOTP, RFC 6238: SHA-1, six digits, 30 seconds) and returns it as text, as a URI and as the QR code of the URI. It takes effect once a code has been sent to `…/verify`. Requires a session in which the password was confirmed within the last ten minutes; otherwise 403 `password_required`.',
  access: { role: 'admin' },
  reply: z.object({
    secret: z.string(),
    uri: z.string(),
    qrSvg: z.string().describe('The QR code of the URI, as an SVG document.'),
  }),
  errors: ['not_found', 'second_factor_required', 'password_required', 'invalid_transition'],
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
  summary: 'Verify your second factor',
  description:
    'Accepts a code of the authenticator app, or a recovery code, which works once. Afterwards this session can use admin operations until it ends. The first code of a new factor activates it and returns its recovery codes. If that response is lost, verify the next code in the same session within ten minutes: it returns new recovery codes, and the earlier ones no longer work. An incorrect code returns 422 `wrong_code`; more than five attempts in 15 minutes return 429, which the console counts separately for each browser that verified the second factor before.',
  access: 'user',
  body: z.strictObject({ code: Code }).meta({ id: 'SecondFactorBody' }),
  reply: z.object({ recoveryCodes: z.array(z.string()) }),
  errors: ['not_found', 'wrong_code', 'rate_limited'],
  examples: { body: { code: '123456' }, reply: { recoveryCodes: [] } },
})

export const removeSecondFactor = operation({
  name: 'removeSecondFactor',
  method: 'delete',
  path: '/api/v1/me/second-factor',
  tag: 'Auth',
  summary: 'Remove your second factor',
  description:
    'Requires a session in which the second factor was verified, and the password confirmed within the last ten minutes. Admin operations are then refused until another one is set up.',
  access: { role: 'admin' },
  reply: Nothing,
  status: 204,
  errors: ['second_factor_required', 'password_required'],
  examples: { reply: null },
})
