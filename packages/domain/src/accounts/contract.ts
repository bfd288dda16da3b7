import { z } from 'zod'
import { operation } from '../shared/operation.ts'
import { FormQuery, Instant, Locale, Nothing, OneLine, orNull, Text } from '../shared/shapes.ts'

export const Role = z
  .enum(['rider', 'surveyor', 'admin'])
  .meta({ id: 'Role', description: 'Everyone is a rider; the others are given by an admin.' })

export const CurrentUser = z
  .object({
    id: z.uuid(),
    email: z.string().nullable(),
    displayName: z.string().nullable(),
    roles: z.array(Role).meta({ description: 'Everyone signed in is a rider.' }),
    locale: Locale,
    needsSecondFactor: z
      .boolean()
      .meta({ description: 'A second factor is set up and not proven in this session: nothing of an admin works.' }),
  })
  .meta({ id: 'CurrentUser', description: 'The person whom the token names.' })

export const getCurrentUser = operation({
  name: 'getCurrentUser',
  method: 'get',
  path: '/api/v1/auth/me',
  rpc: 'get_current_user',
  tag: 'Auth',
  summary: 'Who you are',
  description: 'The holder of the access token, with the roles that they have at this moment.',
  access: 'user',
  reply: CurrentUser,
  errors: [],
  cache: 'no-store',
  examples: {
    reply: {
      id: '01a1f97b-1f25-4058-81d8-8e1e296863de',
      email: 'amina@salama.test',
      displayName: null,
      roles: ['rider'],
      locale: 'en',
      needsSecondFactor: false,
    },
  },
})

/** A route of the apps that show the display name, not of the API. */
export const chooseDisplayName = operation({
  name: 'chooseDisplayName',
  method: 'post',
  path: '/api/me/name',
  tag: 'Auth',
  summary: 'Choose the name that you go by',
  description: 'It is shown where a name is shown, like on a certificate. Left out or empty: none.',
  access: 'user',
  query: FormQuery,
  body: z.strictObject({
    displayName: OneLine.max(80).default(''),
    certificate: Text.max(80).optional().meta({ description: 'Of a form on a certificate’s page: its code.' }),
  }),
  reply: z.object({ displayName: z.string().nullable() }),
  acceptsForm: true,
  errors: [],
  cache: 'no-store',
  examples: { body: { displayName: 'Amina W.' }, reply: { displayName: 'Amina W.' } },
})

export const PersonRef = z
  .object({ id: z.uuid(), email: z.string().nullable(), displayName: z.string().nullable() })
  .meta({
    id: 'PersonRef',
    description: 'A colleague. Without e-mail and name: an account of another issuer, or deleted.',
  })

export const deleteOwnAccount = operation({
  name: 'deleteOwnAccount',
  method: 'delete',
  path: '/api/v1/me',
  tag: 'Auth',
  summary: 'Delete your account',
  description:
    'Deletes your account for good. Your e-mail, profile, roles and API keys are gone, and every access token that is still out there is refused at once. What you reported stays, without you. `confirm` is your own id, as `GET /api/v1/auth/me` tells it. The last admin cannot go.',
  access: 'user',
  query: z.object({
    confirm: z.uuid().meta({ description: 'Your own id: yes, this account.' }),
  }),
  reply: Nothing,
  status: 204,
  errors: ['last_admin', 'password_required', 'second_factor_required'],
  cache: 'no-store',
  examples: { query: { confirm: '01a1f97b-1f25-4058-81d8-8e1e296863de' }, reply: null },
})

const Part = z.union([z.looseObject({}), z.array(z.looseObject({}))])

export const OwnData = z
  .object({
    exportedAt: Instant,
    account: z.looseObject({ id: z.uuid() }).meta({ description: 'Sign-in, profile and roles.' }),
    reports: Part.meta({ description: 'Reports, and votes on incidents.' }),
    feedback: Part.meta({ description: 'Ratings of rides.' }),
    learning: Part.meta({ description: 'Courses and progress, and legal documents that you accepted.' }),
    surveyor: Part.meta({ description: 'Sessions, assignments and what you collected.' }),
    apiKeys: Part.meta({ description: 'The API keys that you made and how often each was used, without the keys.' }),
    alerts: Part.meta({
      description:
        'What you follow, your alerts, the push services of your browsers, and the reports that you get mails about.',
    }),
    adminAlerts: orNull(z.looseObject({})).meta({ description: 'Of an admin: how alerts are mailed.' }),
    reviews: Part.meta({
      description: 'What was decided on things that you sent, and what you decided and did as an admin.',
    }),
  })
  .meta({ id: 'OwnData', description: 'Everything that the service keeps about the caller.' })

export const exportOwnData = operation({
  name: 'exportOwnData',
  method: 'get',
  path: '/api/v1/me/export',
  rpc: 'export_own_data',
  tag: 'Auth',
  summary: 'Your data',
  description: 'Everything that you gave us, as one document with one member for each part of the service.',
  access: 'user',
  reply: OwnData,
  errors: [],
  cache: 'no-store',
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
