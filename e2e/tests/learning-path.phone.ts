import { CAST } from '@salama/testing'
import { fillQuestion, learningPage, moduleFile, stepPage } from '../support/learning.ts'
import { installed } from '../support/offline.ts'
import { expect, expectAccessible, test, watchErrors } from '../support/test.ts'

test.use({ serviceWorkers: 'allow' })

const RIDE = 'ride-safely'
const MODULE = 'on-the-way'

test('a learner sees the way on, sets a weekly goal, and gets a reminder for the calendar', { tag: '@all' }, async ({
  page,
  signIn,
}) => {
  const errors = watchErrors(page)
  await signIn(page, 'baraka', 'learning')
  const [first, second] = moduleFile(RIDE, 'before-you-board').lessons
  await page.goto(stepPage(RIDE, 'before-you-board', first?.slug ?? ''))
  await page.getByRole('button', { name: 'Mark as read' }).click()
  await expect(page.getByRole('heading', { level: 1, name: second?.title.en ?? '' })).toBeVisible()
  await page.goto(learningPage('en', 'my-courses'))
  await expect(page.getByText(/^About \d+ minutes left$/).first()).toBeVisible()
  await page.getByLabel('Weekly goal').selectOption('3')
  await page.getByRole('button', { name: 'Save goal' }).click()
  await expect(page.getByText('Goal saved.')).toBeVisible()
  await expect(page.getByText('1 of 3 done')).toBeVisible()
  await expectAccessible(page)
  await page.getByText('Set a reminder').click()
  await page.getByLabel('Day').selectOption('SA')
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Add to calendar' }).click()
  expect((await download).suggestedFilename()).toBe('salama.ics')
  await page.goto(learningPage('en'))
  await page.getByRole('main').getByRole('link', { name: 'Continue', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: second?.title.en ?? '' })).toBeVisible()
  expect(errors).toEqual([])
})

test('the lines of an order are moved by dragging and with the arrow keys, also in large text', {
  tag: '@all',
}, async ({ page }) => {
  const module = moduleFile(RIDE, MODULE)
  const at = module.questions.findIndex(({ kind }) => kind === 'order')
  const key = module.questions[at]?.key
  await page.goto(stepPage(RIDE, MODULE, 'quiz'))
  for (let n = 0; n < at; n++) {
    await fillQuestion(page, module, n)
    await page.getByRole('button', { name: 'Check answer' }).click()
    await page.getByRole('button', { name: 'Next question' }).click()
  }
  const lines = page.locator(`#question-${key} [data-option]`)
  const order = () => lines.evaluateAll((all) => all.map((line) => line.getAttribute('data-option')))
  const [a, b, c] = await order()
  await lines.first().getByRole('button').press('ArrowDown')
  expect(await order()).toEqual([b, a, c])
  await page.keyboard.press('ArrowDown') // the line keeps the focus
  expect(await order()).toEqual([b, c, a])
  const [from, to] = [await lines.last().getByRole('button').boundingBox(), await lines.first().boundingBox()]
  if (!from || !to) throw new Error('Not on the page')
  await page.mouse.move(from.x + 12, from.y + 12)
  await page.mouse.down()
  await page.mouse.move(from.x + 12, to.y + 8, { steps: 8 })
  await page.mouse.up()
  expect(await order()).toEqual([a, b, c])
  await page.addStyleTag({ content: 'html{font-size:200%!important}' })
  expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0)
})

test('a certificate asks for a name first, and is taken away as a PDF and as a signed badge', async ({
  control,
  page,
  signIn,
}) => {
  await control.query('delete from app.profiles where user_id = $1', [CAST.chebet.id])
  await signIn(page, 'chebet', 'learning')
  await page.goto(learningPage('en', 'my-courses'))
  await page.getByRole('link', { name: 'View certificate' }).click()
  await expect(page).toHaveURL(/certificates\//)
  const code = /certificates\/([\w-]+)/.exec(page.url())?.[1] ?? ''
  await page.goto(learningPage('en', 'certificates', `${code}?first=1`))
  await expect(page.getByRole('heading', { level: 1, name: 'Congratulations!' })).toBeVisible()
  await expectAccessible(page)
  await page.getByLabel('What name should your certificate show?').fill('Chebet')
  await page.getByRole('button', { name: 'Save name' }).click()
  await expect(page.getByText('Name saved.')).toBeVisible()
  const download = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Download PDF' }).click()
  expect((await download).suggestedFilename()).toBe(`salama-${code}.pdf`)
  const badge = await page.request.get(learningPage('api', 'certificates', code, 'badge'))
  const [head = '', body = ''] = (await badge.text()).split('.')
  const { kid } = JSON.parse(Buffer.from(head, 'base64url').toString())
  expect(JSON.parse(Buffer.from(body, 'base64url').toString())).toMatchObject({
    type: ['VerifiableCredential', 'OpenBadgeCredential'],
    credentialSubject: { identifier: [{ identityHash: code }, { identityHash: 'Chebet' }] },
  })
  const key = await page.request.get(kid)
  expect(await key.json()).toMatchObject({ kty: 'RSA', kid })
  expect((await page.request.get(learningPage('api', 'certificates', 'nothing', 'pdf'))).status()).toBe(404)
})

test('the outbox invites a signed-out learner once, and can be emptied', { tag: '@all' }, async ({
  context,
  page,
  signIn,
}) => {
  await signIn(page, 'baraka', 'learning')
  await page.goto(stepPage(RIDE, MODULE, 'sit-safely'))
  await installed(page)
  await context.route('**/api/progress/**', (route) =>
    route.fulfill({ status: 401, contentType: 'application/problem+json', body: '{"code":"unauthenticated"}' }),
  )
  for (const lesson of moduleFile(RIDE, MODULE).lessons.slice(0, 2)) {
    await page.goto(stepPage(RIDE, MODULE, lesson.slug))
    await page.getByRole('button', { name: 'Mark as read' }).click()
    await expect(page.getByRole('heading', { level: 1, name: lesson.title.en ?? '' })).toHaveCount(0)
  }
  await page.goto(learningPage('en', 'outbox'))
  const main = page.getByRole('main')
  await expect(main.getByRole('listitem')).toHaveCount(2)
  await expect(main.getByRole('link', { name: 'Sign in' })).toHaveCount(1)
  await expectAccessible(page)
  await main.getByRole('button', { name: 'Delete all' }).click()
  await main.getByRole('button', { name: 'Yes, delete all' }).click()
  await expect(main.getByText('Nothing waiting to send')).toBeVisible()
})
