import { expect, test } from 'vitest'
import { parseRequestedPage } from './requested-page.ts'

test('parses the requested page from a course URL in either language, ignoring the query', () => {
  expect(parseRequestedPage('/en/courses/ride-safely')).toEqual({ course: 'ride-safely' })
  expect(parseRequestedPage('/sw/courses/ride-safely/on-the-way/?done=1')).toEqual({
    course: 'ride-safely',
    module: 'on-the-way',
  })
  expect(parseRequestedPage('/en/courses/a/b/quiz#top')).toEqual({ course: 'a', module: 'b', item: 'quiz' })
})

test('ignores URLs outside courses', () => {
  for (const to of [
    null,
    '',
    '/',
    '/en',
    '/en/courses',
    '/fr/courses/a',
    '//evil.test/en/courses/a',
    '/en/courses/a/b/c/d',
  ])
    expect(parseRequestedPage(to)).toBeNull()
})
