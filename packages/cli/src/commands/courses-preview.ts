import { readdirSync } from 'node:fs'
import { createServer } from 'node:http'
import { parseArgs } from 'node:util'
import { ContentError, type CourseToLoad, coursesFolder, readCourse } from '@salama/domain/learning/files'
import { micromark } from 'micromark'
import { failed, readTyped, WrongUsage } from '../outcome.ts'

const USAGE = `npx salama preview [<folder>]

  Shows the courses of a folder in the browser, without a database: each lesson and each quiz with what is right, its
  languages side by side. Every reload reads the files again; what is wrong in them is shown with file and line.
  Without a folder it shows those of the city.`

/** Beside those of the apps. */
const PORT = 3010

/** `npx salama preview`: for authors, on this computer only. */
function main(): void {
  const folder = readTyped(() => {
    const [path, ...more] = parseArgs({ allowPositionals: true }).positionals
    if (more.length > 0) throw new WrongUsage('Give one folder.')
    return path ?? coursesFolder()
  })
  const server = createServer((request, response) => {
    const slug = new URL(request.url ?? '/', 'http://localhost').pathname.slice(1)
    response.writeHead(200, {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; img-src data:",
    })
    response.end(slug === '' ? listPage(folder) : coursePage(folder, slug))
  })
  server.listen(PORT, '127.0.0.1', () => console.log(`Preview: http://localhost:${PORT}`))
  server.on('error', (error) => failed(error, USAGE))
}

const foldersIn = (folder: string) =>
  readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)

const listPage = (folder: string) =>
  page(
    'Courses',
    `<ul>${foldersIn(folder)
      .map((name) => `<li><a href="/${html(name)}">${html(name)}</a></li>`)
      .join('')}</ul>`,
  )

function coursePage(folder: string, slug: string): string {
  // Only folders that exist, so that a URL cannot name another file.
  if (!foldersIn(folder).includes(slug)) return page('Not found', '<p><a href="/">Courses</a></p>')
  try {
    const course = readCourse(`${folder}/${slug}`)
    return page(Object.values(course.title).join(' · '), courseIn(course))
  } catch (error) {
    if (!(error instanceof ContentError)) throw error
    return page('Fix this first', `<pre>${html(error.message)}</pre>`)
  }
}

const html = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
const picture = (svg: string | null) =>
  svg === null ? '' : `<img alt="" src="data:image/svg+xml,${encodeURIComponent(svg)}">`
const each = (tag: string, texts: Record<string, string>, as: (text: string, language: string) => string) =>
  Object.entries(texts)
    .map(([language, text]) => `<${tag} lang="${language}" dir="auto">${as(text, language)}</${tag}>`)
    .join('')
const beside = (texts: Record<string, string>, as: (text: string, language: string) => string) =>
  `<div class="beside">${each('div', texts, as)}</div>`

/** The apps as `npm start` serves them here. */
const APP_PORTS: Record<string, number> = { rider: 3001, surveyor: 3002, learning: 3003 }

/** A lesson's text. Its links open the apps on this computer; a choice of a situation leads to its part. */
function lessonText(slug: string, language: string, words: string): string {
  const withLinks = words.replaceAll(
    /\]\((rider|surveyor|learning):(\/[^)]*)\)/g,
    (_, app: string, path: string) => `](http://localhost:${APP_PORTS[app]}/${language}${path})`,
  )
  const of = `${slug}-${language}-`
  return micromark(withLinks)
    .replaceAll('href="#', `href="#${of}`)
    .replaceAll(/<h2>(.+) \{#([a-z0-9-]+)\}<\/h2>/g, `<h2 id="${of}$2">$1</h2>`)
}

function courseIn({ title, summary, cover, modules }: CourseToLoad): string {
  const parts = modules.map(
    (module) => `<h2>${html(module.slug)}</h2>
      ${beside(module.title, (text) => `<b>${html(text)}</b>`)}${beside(module.summary, html)}
      ${module.lessons.map(lessonIn).join('')}
      ${module.questions.map((question) => questionIn(question, module.answers[question.key])).join('')}`,
  )
  return `${picture(cover)}${beside(title, (text) => `<b>${html(text)}</b>`)}${beside(summary, html)}${parts.join('')}`
}

const lessonIn = ({ slug, minutes, picture: svg, title, text }: CourseToLoad['modules'][number]['lessons'][number]) =>
  `<section><h3>${html(slug)} <small>${minutes} min</small></h3>${picture(svg)}
    ${beside(title, (words) => `<h4>${html(words)}</h4>`)}${beside(text, (words, language) => lessonText(slug, language, words))}</section>`

type Module = CourseToLoad['modules'][number]

function questionIn(
  { key, kind, text, options }: Module['questions'][number],
  answer: Module['answers'][string] | undefined,
) {
  const shown = options.map((option) => {
    const place = answer?.right.indexOf(option.key) ?? -1
    const mark = place < 0 ? '' : kind === 'order' ? `${place + 1}.` : '✓'
    return `<tr><td>${mark}</td><td>${picture(option.picture ?? null)}</td>${each('td', option.text, html)}</tr>`
  })
  const input = kind === 'multiple' ? 'checkbox' : kind === 'order' ? 'number' : 'radio'
  const toAnswer = (language: string) =>
    options
      .map(
        (each) => `<br><label><input type="${input}" name="${html(key)}-${language}">${picture(each.picture ?? null)}
        ${html(each.text[language] ?? '')}</label>`,
      )
      .join('')
  return `<section><h3>Quiz: ${html(key)} <small>${kind}, explained in ${html(answer?.lesson ?? '')}</small></h3>
    ${beside(text, (words, language) => `<b>${html(words)}</b>${toAnswer(language)}`)}
    <details><summary>What is right, and why</summary><table>${shown.join('')}</table>
    ${answer ? beside(answer.explanation, (words) => `<i>${html(words)}</i>`) : ''}</details></section>`
}

const page = (title: string, body: string) => `<!doctype html><html lang="en"><meta charset="utf-8">
<meta name="viewport" content="width=device-width"><title>${html(title)}</title><style>
body{font:17px/1.5 system-ui,sans-serif;max-width:70rem;margin:2rem auto;padding:0 1rem}
.beside{display:grid;grid-auto-flow:column;grid-auto-columns:1fr;gap:2rem}section{border-top:2px solid #ddd3bd;padding:1rem 0}
img{width:20rem;max-width:100%}td img,label img{width:8rem;display:block}td{padding:.3rem .8rem;vertical-align:top}
pre{white-space:pre-wrap;color:#9f1d0e;font-weight:bold}small{font-weight:normal;color:#4a5a51}</style>
<p><a href="/">Courses</a></p><h1>${html(title)}</h1>${body}</html>`

try {
  main()
} catch (error) {
  failed(error, USAGE)
}
