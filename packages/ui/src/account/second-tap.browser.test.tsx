import { expect, test } from 'vitest'
import '../styles.css'
import { appWith } from '../testing/app.tsx'
import { page, render } from '../testing/browser.ts'
import { fakeServer } from '../testing/fake-server.ts'
import { SignInForm } from './sign-in-form.tsx'

const App = appWith({ en: {}, sw: {} })

test('a failure and the next try leave the pressed button under the finger', async () => {
  const answers: ((reply: Response) => void)[] = []
  fakeServer().serve('post', '/api/account/sign-in', () => new Promise((resolve) => answers.push(resolve)))
  const refuse = () => answers.shift()?.(Response.json({ code: 'wrong_password', status: 401 }, { status: 401 }))
  await render(
    <App>
      <SignInForm
        callbackUrl="/en"
        mailboxUrl={null}
        form={{ step: 'email', email: null, isLate: false, rejected: null }}
      />
    </App>,
  )
  const [signIn, byCode] = [page.getByRole('button').first(), page.getByRole('button').last()]
  const top = (of: typeof signIn) => of.element().getBoundingClientRect().top
  const before = top(signIn)
  const failure = page.getByRole('alert')
  await page.getByLabelText('Email address').fill('amina@salama.test')
  await page.getByLabelText('Password', { exact: true }).fill('not hers at all')

  await signIn.click()
  await expect.element(signIn).toBeDisabled()
  expect(top(signIn)).toBe(before)
  refuse()
  await expect.element(failure).toBeVisible()
  expect(top(signIn)).toBe(before)
  expect(top(failure)).toBeGreaterThan(top(byCode))

  await signIn.click()
  await expect.element(signIn).toBeDisabled()
  await expect.element(failure).toBeVisible()
  expect(top(signIn)).toBe(before)
  refuse()
  await expect.element(signIn).toBeEnabled()
  expect(top(signIn)).toBe(before)
})
