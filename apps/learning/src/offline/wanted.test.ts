import { expect, test } from 'vitest'
import { readWanted } from './wanted.ts'

test('an address of a course says which page of it was asked for, in either language and whatever its query', () => {
  expect(readWanted('/en/courses/ride-safely')).toEqual({ course: 'ride-safely' })
  expect(readWanted('/sw/courses/ride-safely/on-the-way/?done=1')).toEqual({
    course: 'ride-safely',
    module: 'on-the-way',
  })
  expect(readWanted('/en/courses/a/b/quiz#top')).toEqual({ course: 'a', module: 'b', item: 'quiz' })
})

test('no other address is one of a course', () => {
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
    expect(readWanted(to)).toBeNull()
})
