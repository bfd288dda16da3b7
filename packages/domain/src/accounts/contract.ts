import { z } from 'zod'
import { EXAMPLE } from '../shared/examples.ts'
import { operation } from '../shared/operation.ts'
import { FormQuery, Instant, Locale, Nothing, OneLine, orNull, Text } from '../shared/shapes.ts'

export const Role = z
  .enum(['rider', 'surveyor', 'admin'])
  .meta({ id: 'Role', description: 'Every user is a rider; admins assign the other roles.' })

export const CurrentUser = z
  .object({
    id: z.uuid(),
    email: z.string().nullable(),
    displayName: z.string().nullable(),
    roles: z.array(Role).describe('Every user is a rider.'),
    locale: Locale,
    needsSecondFactor: z
      .boolean()
      .describe('A second factor is set up but not verified in this session, so admin operations are refused.'),
    lacksSecondFactor: z
      .boolean()
      .describe('An admin without a second factor: admin operations are refused until one is set up.'),
  })
  .meta({ id: 'CurrentUser', description: 'The user of the access token.' })

export const getCurrentUser = operation({
  name: 'getCurrentUser',
  method: 'get',
  path: '/api/v1/auth/me',
  tag: 'Auth',
  summary: 'Get the current user',
  description: 'Returns the user of the access token with their current roles.',
  access: 'user',
  reply: CurrentUser,
  examples: {
    reply: {
      id: '01a1f97b-1f25-4058-81d8-8e1e296863de',
      email: 'amina@salama.test',
      displayName: null,
      roles: ['rider'],
      locale: EXAMPLE.locale,
      needsSecondFactor: false,
      lacksSecondFactor: false,
    },
  },
})

/** A route of the apps that show the display name, not of the API. */
export const chooseDisplayName = operation({
  name: 'chooseDisplayName',
  method: 'post',
  path: '/api/me/name',
  tag: 'Auth',
  summary: 'Set your display name',
  description: 'Shown for example on a certificate. Omit it or leave it empty for no name.',
  access: 'user',
  query: FormQuery,
  body: z.strictObject({
    displayName: OneLine.max(80).default(''),
    certificate: Text.max(80).optional().describe('The code of the certificate, for a form on its page.'),
  }),
  reply: z.object({ displayName: z.string().nullable() }),
  acceptsForm: true,
  examples: { body: { displayName: 'Amina W.' }, reply: { displayName: 'Amina W.' } },
})

export const PersonRef = z
  .object({ id: z.uuid(), email: z.string().nullable(), displayName: z.string().nullable() })
  .meta({
    id: 'PersonRef',
    description: 'A colleague. E-mail and name are null for an account of another issuer, or a deleted one.',
  })

export const deleteOwnAccount = operation({
  name: 'deleteOwnAccount',
  method: 'delete',
  path: '/api/v1/me',
  tag: 'Auth',
  summary: 'Delete your account',
  description:
    'Permanently deletes your account. Your e-mail, profile, roles and API keys are deleted, and all access tokens are refused immediately. Your reports are kept without a link to you. `confirm` is your own id, as returned by `GET /api/v1/auth/me`. The last admin cannot be deleted.',
  access: 'user',
  query: z.object({
    confirm: z.uuid().describe('Your own id, as confirmation.'),
  }),
  reply: Nothing,
  status: 204,
  errors: ['last_admin', 'password_required', 'second_factor_required'],
  examples: { query: { confirm: '01a1f97b-1f25-4058-81d8-8e1e296863de' }, reply: null },
})

const Part = z.union([z.looseObject({}), z.array(z.looseObject({}))])

export const OwnData = z
  .object({
    exportedAt: Instant,
    account: z.looseObject({ id: z.uuid() }).describe('Sign-in data, profile and roles.'),
    reports: Part.describe('Reports, and votes on incidents.'),
    feedback: Part.describe('Ratings of rides.'),
    learning: Part.describe('Courses, progress and accepted legal documents.'),
    surveyor: Part.describe('Sessions, assignments and collected data.'),
    apiKeys: Part.describe('Your API keys and their usage, without the keys themselves.'),
    alerts: Part.describe('Your follows, alerts, push subscriptions, and the reports that you get e-mails about.'),
    adminAlerts: orNull(z.looseObject({})).describe('For admins: e-mail settings for alerts.'),
    reviews: Part.describe('Decisions on your submissions, and your own decisions and actions as an admin.'),
  })
  .meta({ id: 'OwnData', description: 'All data that the service stores about the caller.' })

export const exportOwnData = operation({
  name: 'exportOwnData',
  method: 'get',
  path: '/api/v1/me/export',
  tag: 'Auth',
  summary: 'Export your data',
  description: 'Returns all data that you provided as one document, with one member for each part of the service.',
  access: 'user',
  reply: OwnData,
  examples: {
    reply: {
      exportedAt: '2026-11-20T06:52:04Z',
      account: { id: '01a1f97b-1f25-4058-81d8-8e1e296863de', email: 'amina@salama.test', roles: [] },
      reports: { reports: [], votes: [] },
      feedback: [],
      learning: {},
      surveyor: {},
      apiKeys: [],
      alerts: { follows: [], alerts: [], pushServices: [], reportMails: [] },
      adminAlerts: null,
      reviews: { submissions: [], decisions: [] },
    },
  },
})
