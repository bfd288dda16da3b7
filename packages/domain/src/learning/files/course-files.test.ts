import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { ContentError, coursesFolder, readCourses } from './index.ts'

const courses = readCourses(coursesFolder())

/** A copy of the courses with one changed file. */
function changed(file: string, change: (text: string) => string): string {
  const folder = mkdtempSync(join(tmpdir(), 'salama-courses-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  cpSync(coursesFolder(), folder, { recursive: true })
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
        const ratio = (text.sw?.length ?? 0) / (text.en?.length ?? 0)
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

const COURSE = 'surveyor-basics/course.en.md'
const MODULE = 'surveyor-basics/a-good-entry/module.en.md'
const LESSON = 'surveyor-basics/a-good-entry/send-and-correct.sw.md'
const QUIZ = 'surveyor-basics/before-you-start/quiz.en.md'
const SWAHILI = 'surveyor-basics/before-you-start/quiz.sw.md'
const SCENE = 'surveyor-basics/session-and-slot/not-wanted-here.en.md'
const SCENE_SW = SCENE.replace('.en', '.sw')
const once = (from: string | RegExp, to: string) => (text: string) => text.replace(from, to)

test.each([
  ['a lesson without a title', LESSON, once('# ', ''), /send-and-correct\.sw\.md:1: must begin/],
  ['a lesson that says nothing', LESSON, () => '# Tuma\n', /:1: must begin/],
  [
    'a lesson longer than a ride',
    LESSON,
    (text: string) => text + 'neno '.repeat(450),
    /sw\.md:1: \d+ words; at most 450/,
  ],
  ['HTML in a lesson', LESSON, (text: string) => `${text}\n<script>alert(1)</script>\n`, /sw\.md:\d+: HTML/],
  ['a lesson that no module names', MODULE.replace('module', 'extra'), () => '# Extra\n\nWords.\n', /no module names/],
  [
    'a lesson whose file is missing',
    MODULE,
    once('send-and-correct', 'send-and-correct, not-there'),
    /not-there\.en\.md: cannot be read/,
  ],
  ['a module without lessons', MODULE, once(/lessons: .*/, ''), /module\.en\.md:1: the field "lessons" is missing/],
  ['a field that nobody reads', COURSE, once('position:', 'colour: red\nposition:'), /course\.en\.md:2: .*"colour"/],
  ['a position that is no number', COURSE, once(/position: \d+/, 'position: last'), /:2: the field "position"/],
  ['two right answers to a single choice', QUIZ, once('- ( )', '- (x)'), /quiz\.en\.md:1: with \( \) one option/],
  ['no right answer', QUIZ, once('- (x)', '- ( )'), /quiz\.en\.md:1: no option is marked/],
  ['an option without a key', QUIZ, once(/(- \(x\) .*) \{#\w+\}/, '$1'), /quiz\.en\.md:\d+: an option is written/],
  [
    'a question of two options',
    QUIZ,
    once(/(- .*\n)+/, '- (x) Yes {#see}\n- ( ) No {#no}\n'),
    /:1: a question has three/,
  ],
  ['a question without a reason', QUIZ, once(/^> .*/m, ''), /:1: the reason is missing/],
  ['a question about another lesson', QUIZ, once(/Lesson: .*/, 'Lesson: elsewhere'), /no lesson "elsewhere"/],
  ['a line that is none of these', QUIZ, (text: string) => `${text}\nWords\n`, /quiz\.en\.md:\d+: neither/],
  ['a quiz that is missing in Swahili', SWAHILI, () => '', /quiz\.en\.md:1: .*not in quiz\.sw\.md/],
  ['other options in Swahili', SWAHILI, once('{#see}', '{#look}'), /quiz\.sw\.md:\d+: quiz\.en\.md has "see"/],
  ['a choice that leads nowhere', SCENE, once('(#explain)', '(#nowhere)'), /here\.en\.md:7: no later part has/],
  ['a choice that leads back', SCENE, once('(#leave)', '(#told)'), /en\.md:13: no later part has the key "told"/],
  ['a part that no choice leads to', SCENE, once(/\n- .*#insist\)\n/, '\n- [Stay](#leave)\n'), /leads to "insist"/],
  ['a situation of two choices', SCENE, once(/- .*#further\)\n/, ''), /en\.md:5: the first part has three or four/],
  ['an end without a reason', SCENE, once(/^> One explanation.*/m, ''), /en\.md:\d+: the reason is missing/],
  ['an end that says no costs', SCENE, once(/^- The data: 4 true.*/m, ''), /en\.md:\d+: an end says what it cost/],
  [
    'a part that is too long',
    SCENE,
    once('He listens', 'He listens '.repeat(40)),
    /has 80 words at most, and this one 102/,
  ],
  ['a part without a key', SCENE, once(' {#leave}', ''), /en\.md:\d+: a part of a situation is written/],
  ['a situation without a place', SCENE, once(/^A stage .*/m, ''), /en\.md:\d+: where and when/],
  ['another branch in Swahili', SCENE_SW, once('(#leave)', '(#further)'), /sw\.md:\d+: /],
  [
    'a choice in an ordinary lesson',
    LESSON,
    (text: string) => `${text}\n- [Go](#on)\n`,
    /sw\.md:\d+: a choice belongs/,
  ],
  ['another right answer in Swahili', SWAHILI, (text: string) => swapped(text), /marks other options/],
])('fails to load %s, naming file and line', (_, file, change, message) => {
  const folder = changed(file, change)
  expect(() => readCourses(folder)).toThrow(ContentError)
  expect(() => readCourses(folder)).toThrow(message)
})

/** The first question with its right option marked as wrong, and its first wrong one as right. */
const swapped = (text: string) => text.replace('(x)', '(?)').replace('( )', '(x)').replace('(?)', '( )')

test('a course is whole in each language in which it is, the first of the city at least', () => {
  const folder = mkdtempSync(join(tmpdir(), 'salama-courses-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const isSwahili = (path: string) => path.includes('surveyor-basics') && path.endsWith('.sw.md')
  cpSync(coursesFolder(), folder, { recursive: true, filter: (path) => !isSwahili(path) })
  const languages = readCourses(folder).map(({ slug, title }) => [slug, Object.keys(title)])
  expect(languages).toContainEqual(['surveyor-basics', ['en']])
  expect(languages).toContainEqual(['ride-safely', ['en', 'sw']])
  cpSync(join(coursesFolder(), SWAHILI), join(folder, SWAHILI))
  expect(() => readCourses(folder)).toThrow('quiz.sw.md: must end with a language, like .en.md')
  cpSync(join(coursesFolder(), COURSE.replace('.en', '.sw')), join(folder, COURSE.replace('.en', '.sw')))
  expect(() => readCourses(folder)).toThrow('module.sw.md: cannot be read')
})

test('reads the four kinds of question', () => {
  const kinds = courses.flatMap(({ modules }) => modules.flatMap(({ questions }) => questions.map(({ kind }) => kind)))
  expect(new Set(kinds)).toEqual(new Set(['single', 'multiple', 'order', 'picture']))
})
