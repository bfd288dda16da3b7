import { expect, test } from 'vitest'
import { oneProblemOf, problemExample } from './problems.ts'
import { ERRORS, type ErrorSlug } from './shared/errors.ts'

const slugs = Object.keys(ERRORS) as ErrorSlug[]
const exampleOf = (slug: ErrorSlug) => problemExample(slug, { api: 'https://api.salama.test', instance: '/api/v1/x' })

test.each(slugs)('the example of %s has exactly the members of its code', (slug) => {
  const example = exampleOf(slug)
  expect(oneProblemOf([slug]).parse(example)).toEqual(example)
})

test('rejects a problem that lacks the members of its code, or has another code', () => {
  const { currentState: _, ...rest } = { currentState: '', ...exampleOf('invalid_transition') }
  expect(oneProblemOf(['invalid_transition']).safeParse(rest).success).toBe(false)
  expect(oneProblemOf(['not_found', 'forbidden']).safeParse(exampleOf('last_admin')).success).toBe(false)
})

test('takes a problem with any of its codes, and no other; one without codes is any problem', () => {
  const either = oneProblemOf(['not_found', 'claim_limit', 'role_required'])
  expect(
    (['not_found', 'claim_limit', 'role_required'] as const).map((slug) => either.safeParse(exampleOf(slug)).success),
  ).toEqual([true, true, true])
  expect(either.safeParse({ ...exampleOf('claim_limit'), max: undefined }).success).toBe(false)
  expect(oneProblemOf([]).safeParse(exampleOf('last_admin')).success).toBe(true)
})

test('in the document a problem has a name of its own, and its code says which of several it is', () => {
  expect(oneProblemOf(['claim_limit']).meta()).toEqual({
    id: 'ClaimLimitProblem',
    description: ERRORS.claim_limit.title,
  })
  expect(oneProblemOf(['not_found', 'claim_limit']).meta()).toEqual({
    discriminator: {
      propertyName: 'code',
      mapping: {
        not_found: '#/components/schemas/NotFoundProblem',
        claim_limit: '#/components/schemas/ClaimLimitProblem',
      },
    },
  })
  expect(oneProblemOf(['claim_limit'])).toBe(oneProblemOf(['claim_limit']))
})
