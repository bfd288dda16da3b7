import { existsSync, readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { neededCityFile } from '../../machinery/city-files.ts'
import { coursesFolder, readCourses } from './index.ts'

// Quality checks of the project's courses, beyond what the loader validates for any course.

const ROOT = fileURLToPath(new URL('../../../../../', import.meta.url))
const courses = readCourses(coursesFolder())
const modules = courses.flatMap((course) => course.modules.map((module) => ({ course: course.slug, ...module })))
const lessons = modules.flatMap(({ course, slug: module, lessons }) =>
  lessons.map((lesson) => ({ name: `${course}/${module}/${lesson.slug}`, ...lesson })),
)
const questions = modules.flatMap(({ course, slug: module, questions, answers }) =>
  questions.map((question) => ({ name: `${course}/${module}/${question.key}`, ...question, ...answers[question.key] })),
)
const LOCALES = ['en', 'sw'] as const

/** One test of all texts, which names those that break the rule. */
function check<Text extends { name: string }>(texts: Text[], title: string, rule: (text: Text) => void): void {
  test(title, () => {
    const broken = texts.flatMap((text) => {
      try {
        rule(text)
        return []
      } catch (error) {
        return [`${text.name}: ${error instanceof Error ? error.message : error}`]
      }
    })
    expect(broken).toEqual([])
    expect(texts).not.toHaveLength(0)
  })
}

type Link = { words: string; address: string }
const linksIn = (text: string): Link[] =>
  [...text.matchAll(/\[(?<words>[^\]]+)\]\((?<address>[^)\s]+)\)/g)].map(({ groups }) => ({
    words: groups?.words ?? '',
    address: groups?.address ?? '',
  }))
const addressesIn = (text: string) => linksIn(text).map(({ address }) => address)
const wordsIn = (text: string) => text.split(/\s+/).filter((word) => /\p{L}|\d/u.test(word)).length
const SOURCES = /^## (?:Sources|Vyanzo)$/m
const sourcesIn = (text: string) => text.split(SOURCES)[1]

test('each course has four to six modules of two to four lessons and uses all four kinds of question', () => {
  for (const { slug, modules } of courses) {
    expect(modules.length, slug).toBeGreaterThanOrEqual(4)
    expect(modules.length, slug).toBeLessThanOrEqual(6)
    for (const module of modules) {
      expect(module.lessons.length, module.slug).toBeGreaterThanOrEqual(2)
      expect(module.lessons.length, module.slug).toBeLessThanOrEqual(4)
      // The pass mark allows one wrong answer of five.
      expect(module.questions.length, module.slug).toBeGreaterThanOrEqual(5)
    }
    const kinds = new Set(modules.flatMap((module) => module.questions.map((question) => question.kind)))
    expect([...kinds].toSorted(), slug).toEqual(['multiple', 'order', 'picture', 'single'])
  }
})

/** The structure of a text: counts of headings, paragraphs, list items, bold text and quotations, and its links. */
function bones(text: string) {
  const count = (pattern: RegExp) => text.match(pattern)?.length ?? 0
  return {
    headings: count(/^##+ /gm),
    paragraphs: text.split(/\n{2,}/).length,
    items: count(/^(?:-|\d+\.) /gm),
    stressed: count(/\*\*[^*]+\*\*/g),
    quoted: count(/"[^"]+"/g),
    links: addressesIn(text),
  }
}

check(lessons, 'every lesson has the same structure in both languages', ({ title, text }) => {
  expect(title.sw).not.toBe(title.en)
  expect(bones(text.sw)).toEqual(bones(text.en))
})

check(lessons, 'every lesson is short enough for a ride', ({ text, minutes }) => {
  for (const locale of LOCALES) expect(wordsIn(text[locale])).toBeLessThanOrEqual(450)
  expect(minutes).toBeLessThanOrEqual(3)
})

const ENGLISH = /\b(?:the|and|with|you|your|what|when|they|is)\b/i
const SWAHILI = /\b(?:na|ya|wa|kwa|ni|gari|kama|wewe)\b/i

test('every text is in its own language', () => {
  const quotedNames = (text: string) => text.split(SOURCES)[0] ?? ''
  const texts = [
    ...lessons.flatMap(({ name, title, text }) => [
      { name, ...title },
      { name, en: quotedNames(text.en), sw: quotedNames(text.sw).replaceAll(/\([a-z]+\)/g, '') },
    ]),
    ...questions.flatMap(({ name, text, options, explanation }) =>
      [text, ...options.map((option) => option.text), explanation].map((words) => ({ name, en: '', sw: '', ...words })),
    ),
    ...[...courses, ...modules].flatMap(({ slug, title, summary }) =>
      [title, summary].map((words) => ({ name: slug, ...words })),
    ),
  ]
  for (const { name, en, sw } of texts) {
    expect(sw, name).not.toMatch(ENGLISH)
    expect(en, name).not.toMatch(SWAHILI)
  }
})

check(questions, 'every question can be answered', ({ kind, text, options, right = [], explanation }) => {
  const keys = options.map((option) => option.key)
  expect(right.length).toBeGreaterThan(0)
  expect(keys).toEqual(expect.arrayContaining(right))
  if (kind === 'order') expect(right.toSorted()).toEqual(keys.toSorted())
  else expect(right.length).toBeLessThan(keys.length)
  for (const locale of LOCALES) {
    expect(new Set(options.map((option) => option.text[locale])).size).toBe(options.length)
    expect(explanation?.[locale].length).toBeGreaterThan(10)
    expect(explanation?.[locale]).not.toBe(text[locale])
  }
  const pictures = options.flatMap((option) => ('picture' in option ? [option.picture] : []))
  expect(new Set(pictures).size).toBe(kind === 'picture' ? options.length : 0)
  // The question states that several options may be right, so that nobody has to guess.
  if (kind === 'multiple') {
    expect(text.en).toContain('Choose all that fit.')
    expect(text.sw).toContain('Chagua yote yanayofaa.')
  }
})

test('the right options are spread over all positions', () => {
  for (const { slug, modules } of courses) {
    const places = modules.flatMap(({ questions, answers }) =>
      questions.flatMap(({ key, kind, options }) =>
        kind === 'single' ? [options.findIndex((option) => option.key === answers[key]?.right[0])] : [],
      ),
    )
    for (const place of [0, 1, 2])
      expect(places.filter((each) => each === place).length / places.length, slug).toBeLessThan(0.55)
  }
})

/** The routes of an app, from the folders of its router: `/legal/[key]`. */
function pagesOf(app: string): string[] {
  return readdirSync(`${ROOT}apps/${app}/app/[locale]`, { recursive: true, encoding: 'utf8' })
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => file === 'page.tsx' || file.endsWith('/page.tsx'))
    .map(
      (file) =>
        `/${file
          .split('/')
          .slice(0, -1)
          .filter((folder) => !folder.startsWith('('))
          .join('/')}`,
    )
}

function exists(app: string, path: string): boolean {
  const pages = pagesOf(app).filter((page) => !page.includes('[...'))
  if (pages.includes(path)) return true
  const [, key] = /^\/legal\/([a-z]+)$/.exec(path) ?? []
  return key !== undefined && pages.includes('/legal/[key]') && existsSync(`${neededCityFile('documents')}/${key}`)
}

test('detects a link to a page that does not exist', () => {
  expect(exists('rider', '/report')).toBe(true)
  expect(exists('rider', '/legal/privacy')).toBe(true)
  for (const path of ['/reports', '/legal/nothing', '/no/such/page']) expect(exists('rider', path), path).toBe(false)
})

const HELP = ['tel:999', 'tel:112', 'tel:1195', 'tel:116']

check(lessons, 'every link of a lesson leads to an existing page of the apps, a helpline, or a source', ({ text }) => {
  for (const locale of LOCALES) {
    const sources = addressesIn(sourcesIn(text[locale]) ?? '')
    for (const { words, address } of linksIn(text[locale])) {
      const [, app, path] = /^(rider|surveyor|learning):(\/.*)$/.exec(address) ?? []
      if (app && path) expect(exists(app, path), address).toBe(true)
      else if (address.startsWith('tel:')) expect(HELP, address).toContain(address)
      else expect(sources, `${address} is no source`).toContain(address)
      expect(words.trim().length).toBeGreaterThan(1)
    }
    for (const { words, address } of linksIn(text[locale]))
      if (address.startsWith('tel:')) expect(address).toBe(`tel:${words}`)
    // Screen readers spell out a bare URL letter by letter.
    expect(text[locale].replaceAll(/\]\([^)]*\)/g, '')).not.toMatch(/https?:/)
  }
})

const FROM_ELSEWHERE = /\bper cent\b|\bAct\b|Legal Notice|World Bank|World Health|NTSA|\bstudy\b|Right To Be|72 hours/

check(lessons, 'every lesson lists its sources with a year', ({ text }) => {
  const [body = '', sources] = text.en.split(SOURCES)
  if (FROM_ELSEWHERE.test(body.replaceAll(/five per cent may/g, ''))) expect(sources).toBeDefined()
  for (const locale of LOCALES) {
    const listed = sourcesIn(text[locale])?.trim().split('\n') ?? []
    for (const source of listed) {
      expect(source).toMatch(/^- \S/)
      expect(source).toMatch(/\b20[0-2]\d\b/)
    }
    if (sources !== undefined) expect(addressesIn(sourcesIn(text[locale]) ?? '').length).toBeGreaterThan(0)
  }
})

test('every course has at least two sources with valid URLs', () => {
  for (const { slug, modules } of courses) {
    const listed = modules.flatMap((module) =>
      module.lessons.flatMap(({ text }) => addressesIn(sourcesIn(text.en) ?? '')),
    )
    expect(new Set(listed).size, slug).toBeGreaterThanOrEqual(2)
    for (const address of listed) expect(URL.canParse(address), address).toBe(true)
  }
})

test('the only phone numbers are the four helplines', () => {
  for (const { name, text } of lessons)
    for (const locale of LOCALES) {
      const body = text[locale].split(SOURCES)[0] ?? ''
      for (const [, number] of body.matchAll(/(?:\bcall|\bpiga|nambari) \[?(\d{3,5})\b/gi))
        expect(['999', '112', '1195', '116'], name).toContain(number)
    }
})

test('modules about harassment or a crash name the helplines', () => {
  for (const { course, slug, lessons } of modules.filter(({ slug }) => ['harassment', 'after-a-crash'].includes(slug)))
    for (const locale of LOCALES) {
      const all = lessons.map(({ text }) => text[locale]).join('\n')
      expect(all, `${course}/${slug}`).toMatch(/999/)
      if (slug === 'harassment') expect(all).toMatch(/1195[\s\S]*116/)
    }
})
