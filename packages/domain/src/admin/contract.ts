import { z } from 'zod'
import { PersonRef, Role } from '../accounts/contract.ts'
import { EXAMPLE } from '../shared/examples.ts'
import { forAdmins, operation } from '../shared/operation.ts'
import { Instant, orNull, Page, PageQuery, Reason, Searched, Version } from '../shared/shapes.ts'
import { VehicleState } from '../vehicle-records/contract.ts'
import { exampleVehicle } from '../vehicles/contract.ts'

export const User = PersonRef.extend({
  roles: z.array(Role).describe('Every user is a rider.'),
  version: Version.describe('The version of the roles. Send it with a change.'),
  you: z.boolean(),
  hasSecondFactor: z.boolean().describe('Whether the user has a second factor.'),
  suspendedAt: Instant.nullable().describe('When the account was suspended.'),
  createdAt: Instant.nullable().describe(
    'The day on which the account was created, as the start of the day in the city.',
  ),
  lastSignInAt: Instant.nullable().describe('The day of the last sign-in, as the start of the day in the city.'),
}).meta({
  id: 'User',
  description: 'A user. For users of another issuer only the id is known.',
})

export const RolesBody = z
  .strictObject({
    roles: z.array(Role).max(3).describe('All roles of the user, replacing the current ones. `rider` is optional.'),
    reason: Reason.describe('The reason, stored in the audit log.'),
    version: Version.min(0).describe('The version that you saw.'),
  })
  .meta({ id: 'RolesBody', description: 'The new roles of a user.' })

const UserId = z.object({ userId: z.uuid().describe('The id of the user.') })

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
  ...forAdmins,
  summary: 'List users',
  description:
    'Returns users by e-mail, with their roles. Users of another issuer, of whom only the id is known, come last.',
  query: PageQuery.extend({
    q: Searched.trim().min(1).max(80).optional().describe('Filter by a part of the e-mail or name, or by a full id.'),
    role: Role.optional().describe('Filter by role.'),
  }),
  reply: z.object({ data: z.array(User), page: Page }),
  examples: {
    query: { q: 'chebet', role: 'surveyor' },
    reply: { data: [exampleUser], page: { nextCursor: null } },
  },
})

export const getUserRoles = operation({
  name: 'getUserRoles',
  method: 'get',
  path: '/api/v1/admin/users/{userId}/roles',
  ...forAdmins,
  summary: 'Get a user’s roles',
  description: 'Returns the user, their current roles, and the version that a change requires.',
  params: UserId,
  reply: User,
  errors: ['not_found'],
  examples: { params: { userId: exampleUser.id }, reply: exampleUser },
})

export const replaceUserRoles = operation({
  name: 'replaceUserRoles',
  method: 'put',
  path: '/api/v1/admin/users/{userId}/roles',
  ...forAdmins,
  summary: 'Set a user’s roles',
  description:
    'Sets exactly these roles, effective from the user’s next request. You cannot change your own roles, and at least one admin must remain: if two demote each other at the same moment, one gets 409 `last_admin`. If the same admin repeats the change after a lost response, the current state is returned. The reason is stored in the audit log.',
  params: UserId,
  body: RolesBody,
  reply: User,
  errors: ['password_required', 'own_roles', 'not_found', 'version_conflict', 'last_admin'],
  examples: {
    params: { userId: exampleUser.id },
    body: { roles: ['surveyor'], reason: 'Passed the field test.', version: 0 },
    reply: exampleUser,
  },
})

const WhyBody = z
  .strictObject({ reason: Reason.describe('The reason, stored in the audit log.') })
  .meta({ id: 'SuspendBody' })

export const suspendUser = operation({
  name: 'suspendUser',
  method: 'post',
  path: '/api/v1/admin/users/{userId}/suspend',
  ...forAdmins,
  summary: 'Suspend an account',
  description:
    'Refuses all tokens of the account, ends its sessions and revokes its API keys. Its submissions are kept. You cannot suspend yourself or an admin: remove the role first (409 `invalid_transition`). Repeating the request changes nothing.',
  params: UserId,
  body: WhyBody,
  reply: User,
  errors: ['not_found', 'own_roles', 'invalid_transition'],
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
  ...forAdmins,
  summary: 'Reset a colleague’s second factor',
  description:
    'For a colleague who lost both their phone and recovery codes: they can sign in with the password alone, are notified by e-mail, and can set up a new one. Requires a session in which the password was confirmed within the last ten minutes; otherwise 403 `password_required`. You cannot reset your own (403 `own_roles`); remove it under `/me/second-factor`. Repeating the request changes nothing.',
  params: UserId,
  body: WhyBody,
  reply: User,
  errors: ['password_required', 'own_roles', 'not_found', 'second_factor_required'],
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
  ...forAdmins,
  summary: 'End a suspension',
  description: 'The user can sign in again. Revoked API keys stay revoked. Repeating the request changes nothing.',
  params: UserId,
  body: WhyBody,
  reply: User,
  errors: ['not_found'],
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
  ...forAdmins,
  summary: 'Search all records',
  description:
    'Searches vehicles, operators, users, assignments, incidents, main roads, routes and stops by id or text, with up to six results of each. Unlike the public search it matches any part of a plate.',
  query: z.object({ q: Searched.trim().min(1).max(100).describe('The search query.') }),
  reply: z.object({
    data: z.array(
      z.object({
        kind: z.enum(CONSOLE_KINDS),
        id: z.uuid(),
        title: z.string().nullable().describe('For an incident its category; for a user the e-mail.'),
        subtitle: z.string().nullable(),
        at: Instant.nullable().describe('When the incident was first reported, or the assignment created.'),
        state: orNull(VehicleState).describe('Of a vehicle.'),
      }),
    ),
  }),
  examples: {
    query: { q: 'kzz 1' },
    reply: {
      data: [
        {
          kind: 'vehicle',
          id: exampleVehicle.id,
          title: EXAMPLE.plate,
          subtitle: 'Example 1',
          at: null,
          state: 'known',
        },
      ],
    },
  },
})
