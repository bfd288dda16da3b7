import 'fake-indexeddb/auto'
import { expect, test, vi } from 'vitest'
import type { MarkContent } from './content.ts'
import { markOutbox } from './mark-outbox.ts'

const mark = (moduleId: string, item: string): MarkContent => ({
  moduleId,
  courseVersion: 1,
  course: 'ride-safely',
  module: moduleId,
  item,
  quizAnswers: item === 'quiz' ? { one: ['a'] } : null,
  title: item,
  locale: 'en',
  isQuiz: item === 'quiz',
  account: 'amina',
})

test('a try that has to wait for its hour holds up no lesson and no other quiz', async () => {
  const asked: string[] = []
  vi.stubGlobal('fetch', async (url: string) => {
    asked.push(url)
    return url.includes('tried')
      ? Response.json({ code: 'rate_limited' }, { status: 429, headers: { 'retry-after': '3000' } })
      : Response.json({ attempt: null })
  })
  await markOutbox.put('a', mark('tried', 'quiz'))
  await markOutbox.put('b', mark('next', 'lesson'))
  await markOutbox.put('c', mark('next', 'quiz'))
  await markOutbox.flush({ eager: true })
  expect((await markOutbox.list()).map(({ item }) => item.state)).toEqual(['waiting', 'received', 'received'])
  await markOutbox.flush({ eager: true })
  expect(asked).toHaveLength(3) // what a server asked to wait for is not hurried
})
