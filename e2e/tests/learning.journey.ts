import { CAST } from '@salama/testing'
import {
  itemsOf,
  learningPage,
  lessonsOf,
  MULTIPLE,
  moduleFile,
  PICTURES,
  RIDE,
  saveCourse,
  stepPage,
  takeQuiz,
} from '../support/learning.ts'
import { heldRequests } from '../support/network.ts'
import { installed } from '../support/offline.ts'
import { expect, expectAccessible, responds, test, watchErrors, watchOutside } from '../support/test.ts'

test.use({ serviceWorkers: 'allow' })

const { email } = CAST.baraka

test('a rider begins a course, reads, resumes where they stopped, and marks the lesson as read', async ({
  control,
  page,
  signIn,
}) => {
  const errors = watchErrors(page)
  const outside = watchOutside(page, 'learning')
  await signIn(page, 'baraka', 'learning')
  await page.goto(learningPage('en', 'courses', RIDE))
  await page.getByRole('button', { name: 'Start course' }).click()
  const [first, second] = moduleFile(RIDE, 'before-you-board').lessons
  await expect(page.getByRole('heading', { level: 1, name: first?.title.en ?? '' })).toBeVisible()
  await page.setViewportSize({ width: 360, height: 400 })
  // Past the first paragraph: reading resumes there.
  await responds(page)
  const parts = page.locator('[data-lesson] > * > *')
  for (const n of [0, 1]) await parts.nth(n).evaluate((part) => part.scrollIntoView())
  await expect.poll(() => page.evaluate(() => localStorage.getItem('salama-learning.place'))).not.toBeNull()
  await page.goto(learningPage('en'))
  await page.goto(stepPage(RIDE, 'before-you-board', first?.slug ?? ''))
  await expect(page.getByText('You’re back where you stopped reading.')).toBeAttached()
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBeGreaterThan(100)

  await page.getByRole('button', { name: 'Mark as read' }).click()
  await expect(page.getByRole('heading', { level: 1, name: second?.title.en ?? '' })).toBeVisible()
  await expect.poll(() => itemsOf(control, email)).toEqual([first?.slug])
  await page.goto(learningPage('en', 'my-courses'))
  await expect(page.getByText(/^1 of \d+ steps done$/).first()).toBeVisible()
  expect({ errors, outside }).toEqual({ errors: [], outside: [] })
})

test('a saved course is read offline; completions wait on the phone, and a quiz is passed only when the server confirms it', {
  tag: '@phone',
}, async ({ context, control, page, signIn }) => {
  await signIn(page, 'baraka', 'learning')
  await saveCourse(page, RIDE)
  await context.setOffline(true)
  const [lesson, next] = lessonsOf(PICTURES)
  await page.goto(stepPage(RIDE, PICTURES, lesson?.slug ?? ''))
  await expect(page.getByText('Reading the downloaded copy')).toBeVisible()
  await expect(page.getByRole('heading', { level: 1, name: lesson?.title.en ?? '' })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Mark as read' }).click()
  await expect(page.getByRole('heading', { level: 1, name: next?.title.en ?? '' })).toBeVisible()
  await page.goto(stepPage(RIDE, PICTURES, 'quiz'))
  await expect(page.getByRole('img').first()).toBeVisible()
  await takeQuiz(page, moduleFile(RIDE, PICTURES), { hasFeedback: false })
  await expect(page.getByText('Your answers are marked when they are received.')).toBeVisible()
  await expect(page.getByText(/^Passed/)).toHaveCount(0)
  await expect.poll(() => itemsOf(control, email)).toEqual([])
  await page.getByRole('link', { name: 'Continue' }).click()
  const [after] = lessonsOf(MULTIPLE)
  await expect(page.getByRole('heading', { level: 1, name: after?.title.en ?? '' })).toBeVisible()

  await page.goto(learningPage('en', 'outbox'))
  await expect(page.getByText(/^Saved on this phone/)).toHaveCount(2)
  await expect(page.getByRole('button', { name: 'Try now' })).toHaveCount(1)
  await expectAccessible(page)
  await context.setOffline(false)
  await expect(page.getByText(/^Received \d\d:\d\d/)).toHaveCount(2)
  await expect(page.getByText('Passed: 100 %.')).toBeVisible()
  await expect(page.getByRole('region', { name: 'Received' }).getByRole('listitem')).toHaveCount(2)
  await expect(page.getByText('Nothing waiting to send')).toBeVisible()
  await expect.poll(() => itemsOf(control, email)).toEqual(['quiz', lesson?.slug].toSorted())
})

test('progress from two phones merges to the union, also when one was offline', { tag: ['@all', '@phone'] }, async ({
  control,
  newPhone,
  signIn,
}) => {
  const [first, second] = [await newPhone(), await newPhone()]
  const [one, two, three] = lessonsOf('harassment').map(({ slug, title }) => ({ slug, title: title.en }))
  for (const phone of [first, second]) await signIn(phone, 'baraka', 'learning')
  await first.goto(stepPage(RIDE, 'harassment', one?.slug ?? ''))
  await installed(first)
  await first.context().setOffline(true)
  await first.getByRole('button', { name: 'Mark as read' }).click()
  await expect(first.getByRole('heading', { level: 1, name: 'Downloaded' })).toBeVisible()
  await second.goto(stepPage(RIDE, 'harassment', two?.slug ?? ''))
  await second.getByRole('button', { name: 'Mark as read' }).click()
  await expect(second.getByRole('heading', { level: 1, name: three?.title ?? '' })).toBeVisible()
  await expect.poll(() => itemsOf(control, email)).toEqual([two?.slug])
  await first.goto(learningPage('en', 'outbox'))
  await expect(first.getByText('Saved on this phone, not sent yet')).toBeVisible()
  await first.context().setOffline(false)
  await expect(first.getByText(/^Received \d/)).toBeVisible()
  await expect.poll(() => itemsOf(control, email)).toEqual([one?.slug, two?.slug].toSorted())
  for (const phone of [first, second]) {
    await phone.goto(learningPage('en', 'my-courses'))
    await expect(phone.getByText(/^2 of \d+ steps done$/).first()).toBeVisible()
  }
})

test('a visitor practises and reads without an account, and it counts once they sign in', { tag: '@phone' }, async ({
  context,
  control,
  page,
  signIn,
}) => {
  const read = async (module: string) => {
    const [lesson, next] = lessonsOf(module)
    await page.goto(stepPage(RIDE, module, lesson?.slug ?? ''))
    await page.getByRole('button', { name: 'Mark as read' }).click()
    await expect(page.getByRole('heading', { level: 1, name: next?.title.en ?? '' })).toBeVisible()
    return { done: lesson?.slug, next: next?.title.en }
  }
  const [begun, lesson] = [await read('before-you-board'), await read(PICTURES)]
  await page.goto(stepPage(RIDE, PICTURES, 'quiz'))
  await takeQuiz(page, moduleFile(RIDE, PICTURES))
  await expect(page.getByText(/Create an account or sign in here/)).toBeVisible()
  await expectAccessible(page)
  // What was done on this phone is marked, and the course goes on from there.
  await page.goto(learningPage('en', 'courses', RIDE, PICTURES))
  await expect(page.getByRole('img', { name: 'Done', exact: true })).toHaveCount(2)
  await page.goto(learningPage('en', 'courses', RIDE))
  await expect(page.getByRole('link', { name: `Continue: ${begun.next}` })).toBeVisible()
  await page.goto(stepPage('surveyor-basics', 'before-you-start', 'quiz'))
  await expect(page.getByRole('button', { name: 'Check answer' })).toHaveCount(0) // a role depends on this course
  // The page is rendered before anything has arrived, and again when all has.
  const progress = await heldRequests(context, '**/api/progress/*')
  await signIn(page, 'baraka', 'learning')
  await page.goto(learningPage('en', 'my-courses'))
  await expect(page.getByText('You have not started a course')).toBeVisible()
  progress.release()
  await expect.poll(() => itemsOf(control, email)).toEqual(['quiz', begun.done, lesson.done].toSorted())
  await expect(page.getByText(/^3 of \d+ steps done$/)).toBeVisible()
})

test('a visitor checks a certificate without an account, and a forged code is reported as invalid', {
  tag: ['@all', '@phone'],
}, async ({ newPhone, page, signIn }) => {
  await signIn(page, 'chebet', 'learning')
  await page.goto(learningPage('en', 'my-courses'))
  await page.getByRole('link', { name: 'View certificate' }).click()
  await expect(page.getByLabel('Name on your certificate')).toHaveValue('Chebet')
  const code = (await page.getByText(/^\w{5}(-\w{5}){3}$/).textContent()) ?? ''

  const stranger = await newPhone()
  await stranger.goto(learningPage('en', 'check'))
  await stranger.getByLabel('Code').fill(code.toLowerCase().replaceAll('-', ' '))
  await stranger.getByRole('button', { name: 'Check', exact: true }).click()
  await expect(stranger.getByText('This certificate is valid.')).toBeVisible()
  const itsAddress = stranger.url()
  await stranger.emulateMedia({ media: 'print' })
  await expect(stranger.getByText(new URL(itsAddress).pathname)).toBeVisible()
  await expect(stranger.getByRole('navigation').filter({ visible: true })).toHaveCount(0)
  await expect(stranger.getByRole('contentinfo')).toBeHidden()
  await stranger.emulateMedia({ media: null })
  await expect(stranger.getByText('Surveyor basics')).toBeVisible()
  await expect(stranger.getByRole('img', { name: /QR code/ })).toBeVisible()
  await expect(stranger.getByLabel('Name on your certificate')).toHaveCount(0)
  await expect(stranger.locator('body')).not.toContainText('@salama.test')

  await stranger.goto(learningPage('en', 'check'))
  await stranger.getByLabel('Code').fill('hello')
  await stranger.getByRole('button', { name: 'Check', exact: true }).click()
  await expect(stranger.getByText('Enter a code of 20 letters')).toBeVisible()
  await expect(stranger.getByLabel('Code')).toHaveValue('hello')
  await expectAccessible(stranger)
  await stranger.getByLabel('Code').fill(`${itsAddress}?from=mail`)
  await stranger.getByRole('button', { name: 'Check', exact: true }).click()
  await expect(stranger.getByText('This certificate is valid.')).toBeVisible()

  const forged = `${code.slice(0, -1)}${code.endsWith('7') ? '8' : '7'}`
  const answer = await stranger.goto(learningPage('en', 'certificates', forged))
  expect(answer?.status()).toBe(404)
  await expect(stranger.getByText('Salama has not issued a certificate with this code')).toBeVisible()
  await expectAccessible(stranger)
})

const PAGES = [
  '',
  `courses/${RIDE}`,
  `courses/${RIDE}/${PICTURES}`,
  `courses/${RIDE}/${PICTURES}/sit-safely`,
  `courses/${RIDE}/${PICTURES}/quiz`,
  'my-courses',
  'check',
  'outbox',
  'offline',
]
for (const [locale, colorScheme] of [
  ['en', 'light'],
  ['sw', 'dark'],
] as const)
  test(`every page is accessible (${locale}, ${colorScheme})`, { tag: locale === 'en' ? [] : '@all' }, async ({
    page,
    signIn,
  }) => {
    await page.emulateMedia({ colorScheme })
    await signIn(page, 'chebet', 'learning')
    for (const path of PAGES) {
      await page.goto(learningPage(locale, path))
      await expect(page.locator('html')).toHaveAttribute('lang', locale)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await expectAccessible(page)
    }
    await page.goto(learningPage(locale, 'my-courses'))
    await page
      .getByRole('main')
      .getByRole('link', { name: /certificate|cheti/ })
      .click()
    await expect(page.getByRole('img', { name: /QR/ })).toBeVisible()
    await expectAccessible(page)
  })
