import 'fake-indexeddb/auto'
import { expect, test, vi } from 'vitest'
import { completionOutbox } from './completion-outbox.ts'
import type { CompletionContent } from './content.ts'

const mark = (moduleId: string, item: string): CompletionContent => ({
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

test('does not block lessons or other quizzes while a quiz is rate-limited', async () => {
  const asked: string[] = []
  vi.stubGlobal('fetch', async (url: string) => {
    asked.push(url)
    return url.includes('tried')
      ? Response.json({ code: 'rate_limited' }, { status: 429, headers: { 'retry-after': '3000' } })
      : Response.json({ attempt: null, module: { moduleId: url.split('/').at(-1) } })
  })
  await completionOutbox.put('a', mark('tried', 'quiz'))
  await completionOutbox.put('b', mark('next', 'lesson'))
  await completionOutbox.put('c', mark('next', 'quiz'))
  await completionOutbox.flush({ eager: true })
  expect((await completionOutbox.list()).map(({ item }) => item.state)).toEqual(['waiting', 'received', 'received'])
  await completionOutbox.flush({ eager: true })
  expect(asked).toHaveLength(3) // a rate-limited item is not retried early
})
