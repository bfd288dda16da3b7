import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { COURSES, ContentError, readCourses } from './index.ts'

const courses = readCourses(COURSES)

/** A copy of the courses with one changed file. */
function changed(file: string, change: (text: string) => string): string {
  const folder = mkdtempSync(join(tmpdir(), 'salama-courses-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  cpSync(COURSES, folder, { recursive: true })
  writeFileSync(join(folder, file), change(existing(join(folder, file))))
  return folder
}
const existing = (path: string) => {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}

test('includes three courses, complete in both languages, each module with lessons and a quiz', () => {
  expect(courses.map((course) => course.slug)).toEqual(['ride-safely', 'a-report-that-helps', 'surveyor-basics'])
  for (const { modules } of courses) {
    expect(modules.length).toBeGreaterThanOrEqual(2)
    for (const { lessons, questions } of modules) {
      expect(lessons.length).toBeGreaterThanOrEqual(2)
      expect(questions.length).toBeGreaterThanOrEqual(4)
      for (const { title, text } of lessons) {
        expect(title.en).not.toBe(title.sw)
        // A translation is about as long as the original.
        const ratio = text.sw.length / text.en.length
        expect(ratio).toBeGreaterThan(0.6)
        expect(ratio).toBeLessThan(1.6)
      }
    }
  }
})

test('no question contains the right answer, and every question has an answer and an explanation', () => {
  for (const { modules } of courses)
    for (const { questions, answers } of modules) {
      expect(Object.keys(answers)).toEqual(questions.map((question) => question.key))
      for (const question of questions)
        expect(Object.keys(question).toSorted()).toEqual(['key', 'kind', 'options', 'text'])
    }
})

test('computes the minutes of a lesson', () => {
  for (const { modules } of courses)
    for (const { lessons } of modules) for (const { minutes } of lessons) expect(minutes).toBeGreaterThan(0)
})

const COURSE = 'surveyor-basics/course.json'
const LESSON = 'surveyor-basics/a-good-entry/send-and-correct.sw.md'

test.each([
  ['a lesson without a title', LESSON, (text: string) => text.replace('# ', '')],
  ['a lesson that says nothing', LESSON, () => '# Tuma\n'],
  ['HTML in a lesson', LESSON, (text: string) => `${text}\n<script>alert(1)</script>\n`],
  ['a lesson that no module names', 'surveyor-basics/a-good-entry/extra.en.md', () => '# Extra\n\nWords.\n'],
  ['a lesson whose file is missing', COURSE, (text: string) => text.replace('"send-and-correct"', '"not-there"')],
  ['a right answer that is no option', COURSE, (text: string) => text.replace('"right": ["see"]', '"right": ["none"]')],
  ['two right answers to a single choice', COURSE, (text: string) => text.replace('["see"]', '["see", "fine"]')],
  ['a question without Swahili', COURSE, (text: string) => text.replace(/,\s*"sw": "Sababu ya kweli[^"]*"/, '')],
  ['a field that nobody reads', COURSE, (text: string) => text.replace('"position"', '"colour": "red", "position"')],
  ['what is no JSON', COURSE, () => '{'],
])('fails to load %s', (_, file, change) => {
  expect(() => readCourses(changed(file, change))).toThrow(ContentError)
})
