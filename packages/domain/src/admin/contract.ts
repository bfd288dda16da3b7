import { z } from 'zod'
import { PersonRef, Role } from '../accounts/contract.ts'
import { operation } from '../shared/operation.ts'
import {
  byId,
  FilePage,
  Instant,
  orNull,
  Page,
  PageQuery,
  queryNumber,
  Reason,
  RequestDay,
  Text,
  Version,
} from '../shared/shapes.ts'
import { exampleVehicle, Vehicle } from '../vehicles/contract.ts'

const ADMIN = { role: 'admin' } as const

export const User = PersonRef.extend({
  roles: z.array(Role).meta({ description: 'Everyone is a rider.' }),
  version: Version.meta({ description: 'How often the roles were changed. Send it with a change.' }),
  you: z.boolean(),
  suspendedAt: Instant.nullable().meta({ description: 'Since when every token of the account is refused.' }),
  createdAt: Instant.nullable().meta({
    description: 'The start of the day in Nairobi on which the account was made: no finer than the day.',
  }),
  lastSignInAt: Instant.nullable().meta({
    description: 'The start of the day in Nairobi of the last sign-in: no finer than the day.',
  }),
}).meta({
  id: 'User',
  description:
    'Somebody with an account. Of people of another issuer only the id is known, once they did something here.',
})

export const RolesBody = z
  .strictObject({
    roles: z
      .array(Role)
      .max(3)
      .meta({ description: 'All roles that the person has from now on. `rider` may be left out.' }),
    reason: Reason.meta({ description: 'Why. It is kept in the audit log.' }),
    version: Version.min(0).meta({ description: 'The version that you were shown.' }),
  })
  .meta({ id: 'RolesBody', description: 'The roles that a person shall have.' })

const UserId = z.object({ userId: z.uuid().meta({ description: 'The id of the person.' }) })

const exampleUser = {
  id: '0a000000-0000-4000-8000-000000000003',
  email: 'chebet@salama.test',
  displayName: null,
  roles: ['rider', 'surveyor'],
  version: 1,
  you: false,
  suspendedAt: null,
  createdAt: '2026-10-31T21:00:00Z',
  lastSignInAt: '2026-11-19T21:00:00Z',
}

export const listUsers = operation({
  name: 'listUsers',
  method: 'get',
  path: '/api/v1/admin/users',
  rpc: 'list_users',
  tag: 'Admin',
  summary: 'People with an account',
  description: 'People by e-mail, with their roles. People of another issuer, of whom only the id is known, come last.',
  access: ADMIN,
  query: PageQuery.extend({
    q: Text.trim().min(1).max(80).optional().meta({ description: 'A part of the e-mail or the name, or a whole id.' }),
    role: Role.optional().meta({ description: 'Only those who have it.' }),
  }),
  reply: z.object({ data: z.array(User), page: Page }),
  errors: [],
  cache: 'no-store',
  examples: {
    query: { q: 'chebet', role: 'surveyor' },
    reply: { data: [exampleUser], page: { nextCursor: null } },
  },
})

export const getUserRoles = operation({
  name: 'getUserRoles',
  method: 'get',
  path: '/api/v1/admin/users/{userId}/roles',
  rpc: 'get_user_roles',
  tag: 'Admin',
  summary: "A person's roles",
  description: 'The person, their roles at this moment, and the version that a change needs.',
  access: ADMIN,
  params: UserId,
  reply: User,
  errors: ['not_found'],
  cache: 'no-store',
  examples: { params: { userId: exampleUser.id }, reply: exampleUser },
})

export const replaceUserRoles = operation({
  name: 'replaceUserRoles',
  method: 'put',
  path: '/api/v1/admin/users/{userId}/roles',
  rpc: 'replace_user_roles',
  tag: 'Admin',
  summary: "Set a person's roles",
  description:
    'Gives a person exactly these roles, from their next request on. Nobody changes their own roles, and there is always an admin: of two who demote each other at the same moment one is told 409 `last_admin`. The same change sent again by the same admin, after an answer that got lost, is answered with what is. The reason is kept in the audit log.',
  access: ADMIN,
  params: UserId,
  body: RolesBody,
  reply: User,
  errors: ['password_required', 'own_roles', 'not_found', 'version_conflict', 'last_admin'],
  cache: 'no-store',
  examples: {
    params: { userId: exampleUser.id },
    body: { roles: ['surveyor'], reason: 'Passed the field test.', version: 0 },
    reply: exampleUser,
  },
})

export const AuditEvent = z
  .object({
    id: z.string(),
    at: Instant,
    actor: orNull(PersonRef).meta({ description: 'Null: the operator, on the server.' }),
    action: z.string().meta({ description: 'What was done, as `noun.verb`.' }),
    subjectKind: z.string(),
    subjectId: z.string(),
    reason: z.string().nullable().meta({ description: 'Why, as the person said it or as a code.' }),
    reasonLabel: orNull(z.object({ en: z.string(), sw: z.string() })).meta({
      description: 'The words of a reason that is a code; null for one in words.',
    }),
    detail: z.record(z.string(), z.unknown()).meta({ description: 'What changed, in ids and codes.' }),
  })
  .meta({ id: 'AuditEvent', description: 'One act of somebody with power. Kept for 24 months.' })

const auditFilters = {
  action: Text.max(80)
    .optional()
    .meta({ description: 'For example `user.roles_changed`, or `user` for everything that was done to users.' }),
  subjectKind: Text.max(80).optional().meta({ description: 'What kind of thing it was done to, as in the entries.' }),
  subjectId: Text.max(80).optional().meta({ description: 'The very thing that it was done to.' }),
  actorId: z.uuid().optional().meta({ description: 'Who did it.' }),
  from: RequestDay.optional().meta({ description: 'Not before this day.' }),
  to: RequestDay.optional().meta({ description: 'Not after this day.' }),
}

export type AuditEvent = z.infer<typeof AuditEvent>

export const listAuditLog = operation({
  name: 'listAuditLog',
  method: 'get',
  path: '/api/v1/admin/audit-log',
  rpc: 'list_audit_log',
  tag: 'Admin',
  summary: 'What was done',
  description: 'What people with power did, to what and why, newest first. With filters, only what fits all of them.',
  access: ADMIN,
  query: PageQuery.extend(auditFilters),
  reply: z.object({ data: z.array(AuditEvent), page: Page }),
  errors: [],
  cache: 'no-store',
  examples: {
    query: { action: 'user.roles_changed', from: '2026-11-01' },
    reply: {
      data: [
        {
          id: '17',
          at: '2026-11-20T07:00:00Z',
          actor: { id: '0a000000-0000-4000-8000-000000000004', email: 'dalmas@salama.test', displayName: null },
          action: 'user.roles_changed',
          subjectKind: 'user',
          subjectId: exampleUser.id,
          reason: 'Passed the field test.',
          reasonLabel: null,
          detail: { before: [], after: ['surveyor'] },
        },
      ],
      page: { nextCursor: null },
    },
  },
})

/** Most entries in one file. */
export const MAX_AUDIT_FILE = 5_000

export const exportAuditLog = operation({
  name: 'exportAuditLog',
  method: 'get',
  path: '/api/v1/admin/audit-log/export',
  rpc: 'export_audit_log',
  tag: 'Admin',
  summary: 'The audit log as a CSV file',
  description:
    'The same entries as a file for a spreadsheet (RFC 4180, UTF-8, with a header line), newest first, 1,000 a file unless `limit` asks for another number. Where there are more, a `Link` header with `rel="next"` names the address of the next file. A cell that a spreadsheet would take for a formula begins with an apostrophe.',
  access: ADMIN,
  query: z.object({
    ...auditFilters,
    limit: queryNumber(z.int().min(1).max(MAX_AUDIT_FILE))
      .default(1000)
      .meta({ description: 'Entries in one file, at most 5,000.' }),
    cursor: PageQuery.shape.cursor,
  }),
  reply: FilePage,
  file: { type: 'text/csv', name: 'audit-log.csv' },
  errors: [],
  cache: 'no-store',
  examples: {
    query: { from: '2026-11-01', to: '2026-11-30' },
    reply: {
      text: 'at,actorId,actorEmail,action,subjectKind,subjectId,reason,detail\r\n2026-11-20T07:00:00Z,0a000000-0000-4000-8000-000000000004,dalmas@salama.test,user.roles_changed,user,0a000000-0000-4000-8000-000000000003,Passed the field test.,"{""after"":[""surveyor""],""before"":[]}"\r\n',
      page: { nextCursor: null },
    },
  },
})

const StickerWords = z.object({ title: z.string(), text: z.string() })

export const Sticker = z
  .object({
    vehicle: Vehicle,
    publicCode: z.string(),
    link: z.url().meta({ description: 'What the QR code says: the page of the vehicle in the riders’ app.' }),
    qrSvg: z.string().meta({ description: 'The QR code as an SVG document, black on white, with its quiet zone.' }),
    words: z.object({ en: StickerWords, sw: StickerWords }),
  })
  .meta({ id: 'Sticker', description: 'What is printed on the sticker inside a vehicle.' })

export const StickerBody = z
  .strictObject({
    rotate: z.boolean().default(false).meta({
      description:
        'The sticker was stolen or lost: give the vehicle a new code. The old one leads nowhere from then on.',
    }),
    reason: Reason.optional().meta({ description: 'Needed with `rotate`: why. It is kept in the audit log.' }),
  })
  .refine((body) => !body.rotate || body.reason !== undefined, {
    path: ['reason'],
    error: 'A new code needs a reason.',
  })
  .meta({ id: 'StickerBody', description: 'Which sticker to make.' })

export const makeVehicleSticker = operation({
  name: 'makeVehicleSticker',
  method: 'post',
  path: '/api/v1/admin/vehicles/{id}/qr',
  tag: 'Admin',
  summary: "A vehicle's sticker",
  description:
    'What to print on the sticker inside a vehicle: its public code, the link, the QR code, and words in English and Swahili. With `rotate` it gets a new code first; a retired code is never given out again and is answered 404.',
  access: ADMIN,
  params: byId('vehicle'),
  body: StickerBody,
  reply: Sticker,
  errors: ['not_found'],
  cache: 'no-store',
  examples: {
    params: { id: exampleVehicle.id },
    body: { rotate: false },
    reply: {
      vehicle: exampleVehicle,
      publicCode: 'V-7K3M9QXR',
      link: 'https://rider.salama.test/v/V-7K3M9QXR',
      qrSvg: '<svg xmlns="http://www.w3.org/2000/svg" …></svg>',
      words: {
        en: { title: 'How is your ride?', text: 'Scan to rate this vehicle or to report what happened.' },
        sw: { title: 'Safari yako ikoje?', text: 'Changanua ili kutathmini gari hili au kuripoti kilichotokea.' },
      },
    },
  },
})

/** Most vehicles in one print file. */
export const MAX_POSTERS = 60

/** A route of the console only: other systems do not need print files. */
export const printPosters = operation({
  name: 'printPosters',
  method: 'post',
  path: '/api/vehicles/posters',
  tag: 'Admin',
  summary: 'Posters or stickers of vehicles, to print',
  description:
    'A PDF file with the QR codes of these vehicles, in English and Swahili: one A4 poster for each, or six stickers on each A4 sheet.',
  access: ADMIN,
  body: z.strictObject({
    ids: z.array(z.uuid()).min(1).max(MAX_POSTERS),
    sheet: z.enum(['poster', 'stickers']),
  }),
  reply: z.object({ fileName: z.string(), pdf: z.base64().meta({ description: 'The file.' }) }),
  errors: ['not_found'],
  cache: 'no-store',
  examples: {
    body: { ids: [exampleVehicle.id], sheet: 'poster' },
    reply: { fileName: 'salama-posters.pdf', pdf: 'JVBERi0xLjMK' },
  },
})

export const CONSOLE_KINDS = [
  'vehicle',
  'sacco',
  'user',
  'assignment',
  'incident',
  'corridor',
  'route',
  'stop',
] as const

export const searchConsole = operation({
  name: 'searchConsole',
  method: 'get',
  path: '/api/v1/admin/search',
  rpc: 'search_console',
  tag: 'Admin',
  summary: 'Find anything',
  description:
    'Vehicles, operators, people, field work, incidents, main roads, routes and stages, up to six of each, by id or by what is known of them. Unlike the public search it finds any part of a plate.',
  access: ADMIN,
  query: z.object({ q: Text.trim().min(1).max(100).meta({ description: 'What somebody typed.' }) }),
  reply: z.object({
    data: z.array(
      z.object({
        kind: z.enum(CONSOLE_KINDS),
        id: z.uuid(),
        title: z.string().nullable().meta({ description: 'Of an incident its category; of a person the e-mail.' }),
        subtitle: z.string().nullable(),
        at: Instant.nullable().meta({ description: 'When an incident was first reported, or field work asked for.' }),
      }),
    ),
  }),
  errors: [],
  cache: 'no-store',
  examples: {
    query: { q: 'kzz 1' },
    reply: {
      data: [{ kind: 'vehicle', id: exampleVehicle.id, title: 'KZZ 101D', subtitle: 'Kifaru 1', at: null }],
    },
  },
})

const WhyBody = z
  .strictObject({ reason: Reason.meta({ description: 'Why. It is kept in the audit log.' }) })
  .meta({ id: 'SuspendBody' })

export const suspendUser = operation({
  name: 'suspendUser',
  method: 'post',
  path: '/api/v1/admin/users/{userId}/suspend',
  rpc: 'suspend_user',
  tag: 'Admin',
  summary: 'Suspend an account',
  description:
    'Every token of the account is refused from now on, its sessions end, and its API keys are revoked. What it sent is kept. Nobody suspends themselves, and no admin: take the role away first (409 `invalid_transition`). The same sent again changes nothing.',
  access: ADMIN,
  params: UserId,
  body: WhyBody,
  reply: User,
  status: 200,
  errors: ['not_found', 'own_roles', 'invalid_transition'],
  cache: 'no-store',
  examples: {
    params: { userId: exampleUser.id },
    body: { reason: 'Sent invented reports after two warnings.' },
    reply: { ...exampleUser, suspendedAt: '2026-11-20T07:00:00Z' },
  },
})

export const reinstateUser = operation({
  name: 'reinstateUser',
  method: 'post',
  path: '/api/v1/admin/users/{userId}/reinstate',
  rpc: 'reinstate_user',
  tag: 'Admin',
  summary: 'End a suspension',
  description: 'The person can sign in again. Revoked API keys stay revoked. The same sent again changes nothing.',
  access: ADMIN,
  params: UserId,
  body: WhyBody,
  reply: User,
  status: 200,
  errors: ['not_found'],
  cache: 'no-store',
  examples: { params: { userId: exampleUser.id }, body: { reason: 'It was a mistake.' }, reply: exampleUser },
})
