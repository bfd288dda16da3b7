import { z } from 'zod'
import { operation } from '../shared/operation.ts'

export const Role = z.enum(['rider', 'surveyor', 'admin']).meta({ id: 'Role' })

export const CurrentUser = z
  .object({
    id: z.uuid(),
    email: z.string().nullable(),
    displayName: z.string().nullable(),
    roles: z.array(Role).meta({ description: 'Everyone signed in is a rider.' }),
    locale: z.enum(['en', 'sw']),
  })
  .meta({ id: 'CurrentUser' })

export const getCurrentUser = operation({
  name: 'getCurrentUser',
  method: 'get',
  path: '/api/v1/auth/me',
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
    },
  },
})
