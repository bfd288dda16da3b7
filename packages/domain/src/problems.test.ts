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
