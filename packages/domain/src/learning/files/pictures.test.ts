import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { ContentError, readCourses } from './index.ts'

const HEAD = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 160 120">'
const GOOD = `${HEAD}\n  <rect width="160" height="120" fill="#fdfaf3"/>\n  <g stroke="#123">\n    <path d="M1 2 L3,4z"/>\n  </g>\n</svg>\n`
const words = { en: 'An open door', sw: 'Mlango wazi' }
const OPTIONS = ['- (x) ![{words}](one) {#a}', '- ( ) ![{words}](two) {#b}', '- ( ) ![{words} 3](three) {#c}']

/** A folder with one course of one lesson and one picture question. */
function course({ options = OPTIONS, files = {} }: { options?: string[]; files?: Record<string, string> } = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'salama-pictures-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const path = join(folder, 'doors')
  mkdirSync(join(path, 'pictures'), { recursive: true })
  mkdirSync(join(path, 'first'))
  const quiz = (locale: 'en' | 'sw') =>
    `## ${words[locale]}? {#door}\n\n${options.join('\n')}\n\n> ${words[locale]}\n\nLesson: lesson\n`.replaceAll(
      '{words}',
      words[locale],
    )
  const all = {
    'course.en.md': '---\nposition: 1\nmodules: first\n---\n\n# Doors\n\nAll of them.\n',
    'course.sw.md': '# Milango\n\nYote.\n',
    'first/module.en.md': '---\nlessons: lesson\n---\n\n# First\n\nOne of them.\n',
    'first/module.sw.md': '# Kwanza\n\nMmoja.\n',
    'first/lesson.en.md': '# Doors\n\nLook at the door.\n',
    'first/lesson.sw.md': '# Milango\n\nAngalia mlango.\n',
    'first/quiz.en.md': quiz('en'),
    'first/quiz.sw.md': quiz('sw'),
    'pictures/one.svg': GOOD,
    'pictures/two.svg': GOOD,
    'pictures/three.svg': GOOD,
    ...files,
  }
  for (const [name, text] of Object.entries(all)) writeFileSync(join(path, name), text)
  return folder
}

test('a picture question contains its drawings but not the right answer', () => {
  const [read] = readCourses(course())
  expect(read?.modules[0]?.questions[0]).toEqual({
    key: 'door',
    kind: 'picture',
    text: { en: `${words.en}?`, sw: `${words.sw}?` },
    options: ['a', 'b', 'c'].map((key) => ({
      key,
      text: key === 'c' ? { en: `${words.en} 3`, sw: `${words.sw} 3` } : words,
      picture: `${HEAD} <rect width="160" height="120" fill="#fdfaf3"/> <g stroke="#123"> <path d="M1 2 L3,4z"/> </g> </svg>`,
    })),
  })
  expect(read?.modules[0]?.answers).toEqual({ door: { right: ['a'], explanation: words, lesson: 'lesson' } })
})

const drawn = (inside: string) => ({ files: { 'pictures/one.svg': `${HEAD}${inside}</svg>` } })

test.each([
  ['a script', drawn('<script>alert(1)</script>'), /script/],
  ['an event', drawn('<rect onload="alert(1)"/>'), /onload/],
  ['a link', drawn('<a href="https://example.org"><rect/></a>'), /href/],
  ['something loaded from elsewhere', drawn('<image href="https://example.org/x.png"/>'), /image/],
  ['a fill from elsewhere', drawn('<rect fill="url(https://example.org/#x)"/>'), /url/],
  ['a style', drawn('<rect style="fill:red"/>'), /style/],
  ['a page inside', drawn('<foreignObject><p>x</p></foreignObject>'), /foreignObject/],
  ['words', drawn('<text>Open</text>'), /text/],
  ['bare words', drawn('Open<rect/>'), /Open/],
  ['an element that is not closed', drawn('<g><rect/>'), /not closed/],
  ['elements that cross', drawn('<g><path></g></path>'), /closes nothing/],
  ['nothing', drawn(''), /nothing is drawn/],
  ['another shape', { files: { 'pictures/one.svg': GOOD.replace('160 120', '80 80') } }, /must begin/],
  ['more than a drawing needs', drawn('<rect/>'.repeat(1000)), /bytes/],
])('fails to load a picture with %s', (_, change, message) => {
  const folder = course(change)
  expect(() => readCourses(folder)).toThrow(ContentError)
  expect(() => readCourses(folder)).toThrow(message)
})

const [right = '', wrong = '', third = ''] = OPTIONS
test.each([
  ['a picture that is missing', { options: [right, wrong.replace('two', 'gone'), third] }],
  ['a picture that no question names', { files: { 'pictures/four.svg': GOOD } }],
  ['an option without a picture', { options: [right, '- ( ) {words} {#b}', third] }],
  ['two right pictures', { options: [right, wrong.replace('( )', '(x)'), third] }],
  ['a lesson’s drawing of another shape', { files: { 'first/lesson.svg': GOOD } }],
])('fails to load %s', (_, change) => {
  expect(() => readCourses(course(change))).toThrow(ContentError)
})

test('a lesson has the drawing that is beside it, and a course its cover', () => {
  const scene = GOOD.replace('160 120', '320 160')
  const [read] = readCourses(course({ files: { 'first/lesson.svg': scene, 'cover.svg': scene } }))
  expect(read?.cover).toContain('320 160')
  expect(read?.modules[0]?.lessons[0]?.picture).toContain('320 160')
})
