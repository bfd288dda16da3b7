import { z } from 'zod'
import { Health } from './health/contract.ts'
import { Removal } from './network/feed-imports/contract.ts'
import { ERRORS, type ErrorSlug } from './shared/errors.ts'
import { EXAMPLE } from './shared/examples.ts'
import { FIELD_PROBLEMS } from './shared/field-problems.ts'
import { API_KEY_RULES, WEBHOOK_RULES } from './shared/limits.ts'
import { SCOPES } from './shared/operation.ts'
import { Location, Problem, SaccoRef } from './shared/shapes.ts'
import { getSurveyorSession, SurveyorSession } from './surveyor/contract.ts'

// Problems in the document: each code has a schema of its own, with the members that it carries beside its code. A
// separate file, because browsers need the codes and not these schemas.
//
// Problems are created where something fails, mostly in SQL. The tests of the routes validate every response against
// the document, so a missing member fails there.

type Members = { shape: z.ZodRawShape; example: Record<string, unknown> }

/** Of an unknown vehicle. */
const didYouMean = z
  .array(z.string())
  .optional()
  .describe('Where a plate is unknown: up to three known plates that look like it.')

const MEMBERS: Partial<Record<ErrorSlug, Members>> = {
  invalid_request: {
    shape: {},
    example: { errors: [{ path: 'colour', code: 'unknown', message: FIELD_PROBLEMS.unknown }] },
  },
  invalid_token: {
    shape: { because: z.literal('suspended').optional().describe('The account is suspended.') },
    example: {},
  },
  role_required: {
    shape: { role: z.enum(['surveyor', 'admin']).describe('The required role.') },
    example: { role: 'admin' },
  },
  second_factor_required: {
    shape: {
      because: z.literal('not_set_up').optional().describe('The admin has to set one up first.'),
    },
    example: {},
  },
  scope_missing: {
    shape: { scope: z.enum(SCOPES).describe('The required scope.') },
    example: { scope: 'incidents:read' },
  },
  not_eligible: {
    shape: { course: z.string().describe('The slug of the course to pass.') },
    example: { course: 'surveyor-basics' },
  },
  not_found: { shape: { didYouMean }, example: {} },
  unknown_vehicle: { shape: { didYouMean }, example: { didYouMean: [EXAMPLE.otherPlate] } },
  invalid_transition: {
    shape: {
      currentState: z.string().describe('The current state.'),
      allowedTransitions: z.array(z.string()).describe('The states that can follow.'),
      because: z.string().optional().describe('The reason, as a code, where the state alone does not explain it.'),
    },
    example: { currentState: 'expired', allowedTransitions: ['revoked'] },
  },
  unreadable_photo: {
    shape: {
      because: z
        .enum(['format', 'pixels', 'scans', 'damaged', 'cost'])
        .describe(
          '`format`: neither JPEG nor WebP, or animated. `pixels`: more than 24 megapixels, or a side above 12,000. `scans`: a progressive JPEG in more than 32 parts. `damaged`: it cannot be decoded. `cost`: decoding it takes too long.',
        ),
    },
    example: { because: 'format' },
  },
  import_running: {
    shape: { feed: z.string().optional().describe('The feed of the other import.') },
    example: { feed: EXAMPLE.feed },
  },
  large_removal: {
    shape: {
      routes: Removal.optional().describe('The routes that would be removed, if they exceed the limit.'),
      stops: Removal.optional().describe('The stops that would be removed, if they exceed the limit.'),
    },
    example: { routes: { removed: 136, of: 136, names: [`45 ${EXAMPLE.stop}`] } },
  },
  too_many_api_keys: {
    shape: { max: z.int().describe('The maximum number.') },
    example: { max: API_KEY_RULES.most },
  },
  too_many_webhooks: {
    shape: { max: z.int().describe('The maximum number.') },
    example: { max: WEBHOOK_RULES.most },
  },
  api_key_already_created: {
    shape: { keyId: z.uuid().describe('The key that the first request created.') },
    example: { keyId: '3d0f7c5a-52f4-4f6b-9a5e-9f4c0f9d7b21' },
  },
  version_conflict: {
    shape: {
      currentVersion: z.int().describe('The current version.'),
      id: z.uuid().optional().describe('The id of the resource, if the request names two.'),
    },
    example: { currentVersion: 4 },
  },
  session_already_open: {
    shape: { session: SurveyorSession },
    example: { session: getSurveyorSession.examples.reply.session },
  },
  claim_limit: {
    shape: { max: z.int().describe('The maximum number of slots that a surveyor can hold.') },
    example: { max: 5 },
  },
  alias_taken: {
    shape: { sacco: SaccoRef },
    example: {
      sacco: { id: '5b0c8a1e-6f55-4e0f-8d3b-0a9a44d1c2f7', slug: 'super-metro', name: 'Super Metro' },
    },
  },
  incident_gone: {
    shape: {
      reason: z.string().describe('The reason as a code: `withdrawn`, `refuted`, `rejected`, `merged` …'),
      mergedInto: z.uuid().nullable().describe('The incident that it was merged into.'),
    },
    example: { reason: 'withdrawn', mergedInto: null },
  },
  body_too_large: {
    shape: { maxBytes: z.int().describe('The maximum size in bytes.') },
    example: { maxBytes: 65_536 },
  },
  outside_service_area: {
    shape: { location: Location.optional().describe('The nearest area, if the place is a point.') },
    example: { location: { inServiceArea: false, serviceArea: EXAMPLE.city, corridor: null, distanceM: null } },
  },
  unavailable: {
    shape: { checks: Health.shape.checks.optional().describe('The checks of `GET /health`.') },
    example: {},
  },
}

const nameOf = (slug: ErrorSlug) => `${slug.replace(/(?:^|_)(.)/g, (_, first: string) => first.toUpperCase())}Problem`

/** The schema of the problem with this code: the members of all problems, its code, and its own members. */
const shapeOf = (slug: ErrorSlug) =>
  z
    .intersection(Problem, z.object({ code: z.literal(slug), ...MEMBERS[slug]?.shape }))
    .meta({ id: nameOf(slug), description: ERRORS[slug].title })

const SHAPES = new Map<ErrorSlug, ReturnType<typeof shapeOf>>()

/** Always the same object: the document identifies a schema by its identity. */
function sameShapeOf(slug: ErrorSlug) {
  const shape = SHAPES.get(slug) ?? shapeOf(slug)
  SHAPES.set(slug, shape)
  return shape
}

/** The schema of a reply that is a problem with one of these codes, discriminated by the code. */
export function oneProblemOf(slugs: readonly ErrorSlug[]) {
  const [only, ...others] = slugs.map(sameShapeOf)
  if (only === undefined || others.length === 0) return only ?? Problem
  const mapping = Object.fromEntries(slugs.map((slug) => [slug, `#/components/schemas/${nameOf(slug)}`]))
  return z.union([only, ...others]).meta({ discriminator: { propertyName: 'code', mapping } })
}

/** An example problem with this code: from the API at this URL, about this path. */
export const problemExample = (slug: ErrorSlug, { api, instance }: { api: string; instance: string }) => ({
  type: `${api}/errors/${slug}`,
  title: ERRORS[slug].title,
  status: ERRORS[slug].status,
  code: slug,
  ...MEMBERS[slug]?.example,
  instance,
  requestId: '4f1c5f7e-9d0a-4c7b-9d1e-0a6f5c2b7e11',
})
