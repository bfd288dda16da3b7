import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { parseCity } from '../../shared/city-schema.ts'
import { sceneOf } from '../../shared/scene.ts'
import { readCourses } from './index.ts'

// Quality checks of the courses of the cities here, beyond what the loader validates for any course.

const ROOT = fileURLToPath(new URL('../../../../../', import.meta.url))
const courses = ['nairobi', 'mexico-city'].flatMap((name) => {
  const folder = `${ROOT}cities/${name}`
  const city = parseCity(readFileSync(`${folder}/city.json`, 'utf8'), name)
  const numbers = city.helplines.map(({ number }) => number)
  return readCourses(`${folder}/courses`, city.languages).map((course) => ({ folder, city, numbers, ...course }))
})
const modules = courses.flatMap(({ folder, city, numbers, slug: course, modules }) =>
  modules.map((module) => ({ folder, city, numbers, course, ...module })),
)
/** The lessons in each language: `text`, and `first` as it is in the first language. */
const lessons = modules.flatMap(({ folder, city, numbers, course, slug: module, lessons }) =>
  lessons.flatMap(({ slug, title, text, ...lesson }) =>
    Object.keys(text).map((locale) => ({
      ...{ ...lesson, folder, numbers, locale },
      name: `${course}/${module}/${slug}.${locale}`,
      title: title[locale] ?? '',
      text: text[locale] ?? '',
      first: { title: title[city.languages[0]] ?? '', text: text[city.languages[0]] ?? '' },
    })),
  ),
)
const questions = modules.flatMap(({ course, slug: module, questions, answers }) =>
  questions.map((question) => ({ name: `${course}/${module}/${question.key}`, ...question, ...answers[question.key] })),
)

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
const SOURCES = /^## (?:Sources|Vyanzo|Fuentes)$/m
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

test('each course has at least three situations', () => {
  for (const { folder, slug, modules } of courses) {
    const texts = modules.flatMap((module) => module.lessons.flatMap(({ text }) => Object.values(text).slice(0, 1)))
    expect(texts.filter((text) => sceneOf(text) !== null).length, `${folder} ${slug}`).toBeGreaterThanOrEqual(3)
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

check(lessons, 'every lesson has the same structure in each language', ({ title, text, first }) => {
  if (text !== first.text) expect(title).not.toBe(first.title)
  expect(bones(text)).toEqual(bones(first.text))
})

check(lessons, 'every lesson is short enough for a ride', ({ text, minutes }) => {
  expect(wordsIn(text)).toBeLessThanOrEqual(450)
  expect(minutes).toBeLessThanOrEqual(3)
})

/** Words that a text of each language has. Swahili and Spanish share some, so that each is compared with English alone. */
const WORDS: Record<string, RegExp> = {
  en: /\b(?:the|and|with|you|your|what|when|they|is)\b/i,
  sw: /\b(?:na|ya|wa|kwa|ni|gari|kama|wewe)\b/i,
  es: /\b(?:el|los|las|una|que|con|para|cuando|tu|del)\b/i,
}

test('every text is in its own language', () => {
  const texts = [
    ...lessons.flatMap(({ name, locale, title, text }) => {
      const told = text.split(SOURCES)[0] ?? ''
      return [title, locale === 'sw' ? told.replaceAll(/\([a-z]+\)/g, '') : told].map((words) => ({
        name,
        words: { [locale]: words },
      }))
    }),
    ...questions.flatMap(({ name, text, options, explanation = {} }) =>
      [text, ...options.map((option) => option.text), explanation].map((words) => ({ name, words })),
    ),
    ...[...courses, ...modules].flatMap(({ slug, title, summary }) =>
      [title, summary].map((words) => ({ name: slug, words })),
    ),
  ]
  for (const { name, words } of texts)
    for (const [locale, text] of Object.entries(words))
      for (const [other, pattern] of Object.entries(WORDS))
        if (other !== locale && [other, locale].includes('en'))
          expect(text, `${name} in ${locale}`).not.toMatch(pattern)
})

const CHOOSE_ALL: Record<string, string> = {
  en: 'Choose all that fit.',
  sw: 'Chagua yote yanayofaa.',
  es: 'Elige todas las que correspondan.',
}

check(questions, 'every question can be answered', ({ kind, text, options, right = [], explanation }) => {
  const keys = options.map((option) => option.key)
  expect(right.length).toBeGreaterThan(0)
  expect(keys).toEqual(expect.arrayContaining(right))
  if (kind === 'order') expect(right.toSorted()).toEqual(keys.toSorted())
  else expect(right.length).toBeLessThan(keys.length)
  for (const [locale, asked] of Object.entries(text)) {
    expect(new Set(options.map((option) => option.text[locale])).size).toBe(options.length)
    expect(explanation?.[locale]?.length).toBeGreaterThan(10)
    expect(explanation?.[locale]).not.toBe(asked)
    // The question states that several options may be right, so that nobody has to guess.
    if (kind === 'multiple') expect(asked).toContain(CHOOSE_ALL[locale])
  }
  const pictures = options.flatMap((option) => ('picture' in option ? [option.picture] : []))
  expect(new Set(pictures).size).toBe(kind === 'picture' ? options.length : 0)
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

function pageExists(folder: string, app: string, path: string): boolean {
  const pages = pagesOf(app).filter((page) => !page.includes('[...'))
  if (pages.includes(path)) return true
  const [, key] = /^\/legal\/([a-z]+)$/.exec(path) ?? []
  return key !== undefined && pages.includes('/legal/[key]') && existsSync(`${folder}/documents/${key}`)
}

test('detects a link to a page that does not exist', () => {
  const exists = (path: string) => pageExists(`${ROOT}cities/nairobi`, 'rider', path)
  expect(exists('/report')).toBe(true)
  expect(exists('/legal/privacy')).toBe(true)
  for (const path of ['/reports', '/legal/nothing', '/no/such/page']) expect(exists(path), path).toBe(false)
})

check(lessons, 'every link leads to an existing page of the apps, a helpline of the city, or a source', (lesson) => {
  const { text, folder, numbers } = lesson
  const sources = addressesIn(sourcesIn(text) ?? '')
  for (const { words, address } of linksIn(text)) {
    // A choice of a situation; the loader checks that its part exists.
    if (address.startsWith('#')) continue
    const [, app, path] = /^(rider|surveyor|learning):(\/.*)$/.exec(address) ?? []
    if (app && path) expect(pageExists(folder, app, path), address).toBe(true)
    else if (address.startsWith('tel:')) expect(numbers, address).toContain(words)
    else expect(sources, `${address} is no source`).toContain(address)
    if (address.startsWith('tel:')) expect(address).toBe(`tel:${words}`)
    expect(words.trim().length).toBeGreaterThan(1)
  }
  // Screen readers spell out a bare URL letter by letter.
  expect(text.replaceAll(/\]\([^)]*\)/g, '')).not.toMatch(/https?:/)
})

const FROM_ELSEWHERE = /\bper cent\b|\bAct\b|Legal Notice|World Bank|World Health|NTSA|\bstudy\b|Right To Be|72 hours/

check(lessons, 'every lesson lists its sources with a year', ({ text, first }) => {
  const [body = '', sources] = first.text.split(SOURCES)
  if (FROM_ELSEWHERE.test(body.replaceAll(/five per cent may/g, ''))) expect(sources).toBeDefined()
  for (const source of sourcesIn(text)?.trim().split('\n') ?? []) {
    expect(source).toMatch(/^- \S/)
    expect(source).toMatch(/\b20[0-2]\d\b/)
  }
  if (sources !== undefined) expect(addressesIn(sourcesIn(text) ?? '').length).toBeGreaterThan(0)
})

test('every course has at least two sources with valid URLs', () => {
  for (const { slug, folder, modules } of courses) {
    const listed = modules.flatMap((module) =>
      module.lessons.flatMap(({ text }) => Object.values(text).flatMap((each) => addressesIn(sourcesIn(each) ?? ''))),
    )
    expect(new Set(listed).size, `${folder} ${slug}`).toBeGreaterThanOrEqual(2)
    for (const address of listed) expect(URL.canParse(address), address).toBe(true)
  }
})

check(lessons, 'the only phone numbers are the helplines of the city', ({ text, numbers }) => {
  const body = text.split(SOURCES)[0] ?? ''
  for (const [, number] of body.matchAll(/(?:\bcall|\bpiga|nambari|\bllama al|\bn\u00famero) \[?(\d{3,5})\b/gi))
    expect(numbers).toContain(number)
})

test('modules about harassment or a crash name the helplines', () => {
  for (const { course, slug, lessons } of modules.filter(({ slug }) => ['harassment', 'after-a-crash'].includes(slug)))
    for (const locale of ['en', 'sw']) {
      const all = lessons.map(({ text }) => text[locale]).join('\n')
      expect(all, `${course}/${slug}`).toMatch(/999/)
      if (slug === 'harassment') expect(all).toMatch(/1195[\s\S]*116/)
    }
})
