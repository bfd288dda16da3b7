import { operations } from '@salama/domain/contract'
import { CITY } from '@salama/domain/shared'
import { pages } from '../attack/routes.ts'
import { type App, addresses, api, cookieOf, newRider, type Person, send, supabase } from '../attack/service.ts'
import { completeCourse } from './complete-course.ts'
import { englishIn, finder, textsIn } from './nairobi.ts'
import { textsOfPdf } from './pdf.ts'

/** Who reads which app; what a page says to a stranger is read too. */
const READERS: Record<App, readonly (Person | null)[]> = {
  rider: [null, 'amina'],
  surveyor: [null, 'chebet'],
  learning: [null, 'amina', 'chebet'],
  admin: [null, 'dalmas'],
  api: [null, 'amina'],
}
const APPS: readonly App[] = ['rider', 'surveyor', 'learning', 'admin', 'api']
/** What no page links to. */
const OTHERS: Record<App, readonly string[]> = {
  rider: ['/robots.txt', '/sitemap.xml', '/time.html', '/manifest.webmanifest', '/serwist/sw.js'],
  surveyor: ['/manifest.webmanifest', '/serwist/sw.js'],
  learning: ['/manifest.webmanifest', '/serwist/sw.js'],
  admin: ['/manifest.webmanifest'],
  api: ['/api/openapi.json', '/api/openapi.yaml', '/api/docs', '/api/redoc', '/errors'],
}
/** Pages of one kind that are read by one person in one language: lists have links to hundreds. */
const OF_A_KIND = 4
const AT_ONCE = 6

/** Fewer would mean that something was not read. */
const AT_LEAST: Record<string, number> = {
  'names of places': 2_000,
  'pages of rider': 100,
  'pages of surveyor': 30,
  'pages of learning': 60,
  'pages of admin': 20,
  'pages of api': 5,
  'share pictures': 10,
  'PDF files': 1,
  'answers of the API': 30,
  mails: 1,
}

const shapes = pages.map(({ app, path }) => ({
  app,
  path,
  pattern: new RegExp(`^${path.replaceAll(/\[{1,2}(\.{3})?\w+\]{1,2}/g, (_, rest) => (rest ? '.+' : '[^/]+'))}$`),
}))
const kindOf = (app: App, path: string): string =>
  path.endsWith('/picture')
    ? `${kindOf(app, path.slice(0, -'/picture'.length))}/picture`
    : (shapes.find((each) => each.app === app && each.pattern.test(path))?.path ?? path)

const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#x27': "'", '#39': "'", nbsp: ' ' }
const decoded = (html: string) => html.replaceAll(/&(\w+|#\w+);/g, (whole, name: string) => ENTITIES[name] ?? whole)
/** What people see of a page, roughly. */
const seenIn = (html: string) =>
  decoded(html.replaceAll(/<(script|style|template)\b[\s\S]*?<\/\1>/g, ' ').replaceAll(/<[^>]+>/g, ' ')).replaceAll(
    /\s+/g,
    ' ',
  )

/** What a document says to people: sentences, without what is quoted in them. */
const sentencesIn = (json: string) =>
  textsIn(JSON.parse(json))
    .filter((text) => text.includes(' '))
    .map((text) => text.replaceAll(/`[^`]*`/g, ''))
    .join('\n')

export async function crawl(city: string) {
  const { find, places } = finder(city)
  const english = englishIn(CITY.languages[0])
  const findings = new Map<string, string[]>()
  const counts = new Map<string, number>([
    ...Object.keys(AT_LEAST).map((what): [string, number] => [what, 0]),
    ['names of places', places],
  ])
  const note = (finding: string, where: string) => findings.set(finding, [...(findings.get(finding) ?? []), where])
  const read = (what: string, where: string, text: string, seen = text) => {
    counts.set(what, (counts.get(what) ?? 0) + 1)
    for (const finding of find(text, seen)) note(finding, where)
  }

  async function readPages(app: App, person: Person | null) {
    const cookie = person ? await cookieOf(person, app) : undefined
    const found = new Set<string>()
    const kinds = new Map<string, number>()
    const waiting: { path: string; isLinked: boolean }[] = []
    const add = (href: string, isLinked = true) => {
      const { origin, pathname, search } = new URL(href, addresses[app])
      const isPage = !/^\/(_next|vendor|api\/(auth|account|photos))|\/sign-out|\.(png|jpg|webp|ico|css|js|woff2)$/.test(
        pathname,
      )
      if (origin !== new URL(addresses[app]).origin || !isPage || found.has(pathname + search)) return
      found.add(pathname + search)
      const kind = `${pathname.split('/')[1]} ${kindOf(app, pathname)}`
      kinds.set(kind, (kinds.get(kind) ?? 0) + 1)
      if ((kinds.get(kind) ?? 0) <= OF_A_KIND) waiting.push({ path: pathname + search, isLinked })
    }
    const plain = pages.filter((page) => page.app === app && !page.path.replace('[locale]', '').includes('['))
    for (const locale of CITY.languages) for (const { path } of plain) add(path.replace('[locale]', locale), false)
    for (const path of person ? [] : OTHERS[app]) waiting.push({ path, isLinked: true })
    const next = async () => {
      for (let each = waiting.shift(); each; each = waiting.shift()) {
        const { path, isLinked } = each
        const reply = await send(addresses[app] + path, cookie === undefined ? {} : { headers: { cookie } })
        const where = `${app} ${path} ${person ?? ''}`.trim()
        if (reply.status >= (isLinked ? 400 : 500)) note(`answers ${reply.status}`, where)
        const type = reply.headers.get('content-type') ?? ''
        if (type.includes('pdf')) {
          read('PDF files', where, textsOfPdf(reply.bytes))
          continue
        }
        if (path.endsWith('/picture')) {
          // What is drawn is the messages and the replies that are read here; the words beside it are in its page.
          const isDrawn = type === 'image/png' && reply.bytes.length > 5_000
          if (isDrawn) read('share pictures', where, '')
          else note(`answers no picture, but ${type}`, where)
          continue
        }
        const isHtml = type.includes('html')
        const seen = isHtml || type.includes('svg') ? seenIn(reply.text) : reply.text
        const isSeen = isHtml || type.includes('svg') || path.includes('manifest')
        const said = path.endsWith('openapi.json') ? sentencesIn(reply.text) : isSeen ? seen : ''
        read(`pages of ${app}`, where, decoded(reply.text), said)
        if (path.startsWith(`/${CITY.languages[0]}`)) for (const text of english(seen)) note(`English: ${text}`, where)
        const location = reply.headers.get('location')
        if (location) add(location)
        if (isHtml)
          for (const [, href = ''] of reply.text.matchAll(/\b(?:href|src|content)="([^"]+)"/g))
            if (/^(\/|https?:)/.test(href)) add(decoded(href))
      }
    }
    await Promise.all(Array.from({ length: AT_ONCE }, next))
  }

  await completeCourse('amina')
  for (const app of APPS) for (const person of READERS[app]) await readPages(app, person)

  for (const { method, path, examples } of operations) {
    if (method !== 'get' || path.includes('{')) continue
    const asked = new URLSearchParams(
      Object.entries(examples.query ?? {}).map(([name, value]) => [name, String(value)]),
    )
    const statuses: number[] = []
    for (const person of ['amina', 'chebet', 'dalmas'] as const) {
      for (const query of ['', `?${asked}`]) {
        const reply = await api.call('GET', path + query, { as: person })
        statuses.push(reply.status)
        if (reply.ok) read('answers of the API', `GET ${path} ${person}`, await reply.text(), '')
      }
    }
    if (!statuses.includes(200)) note(`answers ${statuses.join()}`, `GET ${path}?${asked}`)
  }
  await newRider()
  const mails: { subject: string; text: string }[] = JSON.parse((await send(`${supabase}/mailbox.json`)).text)
  for (const { subject, text } of mails) read('mails', `mail ${subject}`, `${subject}\n${text}`)
  for (const [what, least] of Object.entries(AT_LEAST)) {
    const count = counts.get(what) ?? 0
    if (count < least) note(`fewer than ${least}`, `${count} ${what}`)
  }
  return { read: [...counts], findings }
}
