import { z } from 'zod'
import { PersonRef, Role } from '../accounts/contract.ts'
import { operation } from '../shared/operation.ts'
import { Instant, Page, PageQuery, Reason, Text, Version } from '../shared/shapes.ts'
import { exampleVehicle } from '../vehicles/contract.ts'

const ADMIN = { role: 'admin' } as const

export const User = PersonRef.extend({
  roles: z.array(Role).meta({ description: 'Everyone is a rider.' }),
  version: Version.meta({ description: 'How often the roles were changed. Send it with a change.' }),
  you: z.boolean(),
  hasSecondFactor: z.boolean().meta({ description: 'They sign in with a second factor.' }),
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
  hasSecondFactor: false,
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

export const resetSecondFactor = operation({
  name: 'resetSecondFactor',
  method: 'post',
  path: '/api/v1/admin/users/{userId}/reset-second-factor',
  rpc: 'reset_second_factor',
  tag: 'Admin',
  summary: 'Remove a colleague’s second factor',
  description:
    'For somebody who lost phone and recovery codes: they sign in with the password alone, are told by e-mail, and set up another one. Needs a session that proved the password in the last ten minutes: 403 `password_required`. Nobody resets their own (403 `own_roles`): it is removed under `/me/second-factor`. The same sent again changes nothing.',
  access: ADMIN,
  params: UserId,
  body: WhyBody,
  reply: User,
  status: 200,
  errors: ['password_required', 'own_roles', 'not_found', 'second_factor_required'],
  cache: 'no-store',
  examples: {
    params: { userId: exampleUser.id },
    body: { reason: 'Lost the phone; asked in person.' },
    reply: exampleUser,
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
