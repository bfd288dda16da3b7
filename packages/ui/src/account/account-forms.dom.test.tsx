import { expect, test } from 'vitest'
import { appWith } from '../testing/app.tsx'
import { person, render, screen, waitFor } from '../testing/dom.ts'
import { fakeServer } from '../testing/fake-server.ts'
import { CodeForm, EmailForm, PasswordForm } from './code-forms.tsx'
import type { FormProps } from './parts.tsx'
import { SignInForm } from './sign-in-form.tsx'

const App = appWith({ en: {}, sw: {} })

const at = (step: FormProps['form']['step'], rest: Partial<FormProps['form']> = {}): FormProps => ({
  callbackUrl: '/en/my-reports',
  mailboxUrl: null,
  form: { step, email: null, isLate: false, rejected: null, ...rest },
})
const action = (name: string) => ({ method: 'post', path: `/api/account/${name}` }) as const
const onPage = { locale: 'en', callbackUrl: '/en/my-reports' }
const refusal = (code: string, status: number) => () => Response.json({ code, status }, { status })
const button = (name: string) => screen.getByRole('button', { name })

function server() {
  const fake = fakeServer()
  return {
    ...fake,
    serve: (name: string, answer: () => Response | Promise<Response>) =>
      fake.serve('post', `/api/account/${name}`, answer),
  }
}

test('a sign-up sends the address alone, once, however often the button is pressed', async () => {
  const amina = person()
  const { serve, sent } = server()
  serve('code', () => new Promise(() => {}))
  render(
    <App>
      <EmailForm flow="sign-up" {...at('email')} />
    </App>,
  )
  expect(screen.queryByLabelText('Password')).toBeNull()
  await amina.type(screen.getByLabelText('Email address'), 'amina@salama.test')
  await amina.dblClick(button('Send code'))
  await waitFor(() => expect(screen.getByRole('button')).toBeDisabled())
  await waitFor(() => expect(sent(action('code'))).toHaveLength(1))
  expect(sent(action('code')).map(({ body }) => body)).toEqual([
    { ...onPage, flow: 'sign-up', email: 'amina@salama.test' },
  ])
})

test('a code is asked for from the sign-in form with the typed address, without a password', async () => {
  const amina = person()
  const { serve, sent } = server()
  serve('code', refusal('unavailable', 503))
  render(
    <App>
      <SignInForm {...at('email')} />
    </App>,
  )
  await amina.click(button('Email me a code instead'))
  expect(screen.getByLabelText('Email address')).toHaveAccessibleDescription(/./)
  expect(screen.getByLabelText('Password')).not.toHaveAccessibleDescription()
  expect(sent(action('code'))).toEqual([])
  await amina.type(screen.getByLabelText('Email address'), 'amina@salama.test')
  await amina.click(button('Email me a code instead'))
  expect(await screen.findByRole('alert')).toBeVisible()
  expect(sent(action('code'))).toMatchObject([{ body: { flow: 'sign-in', email: 'amina@salama.test' } }])
  expect(screen.getByLabelText('Email address')).toHaveValue('amina@salama.test')
  await waitFor(() => expect(button('Email me a code instead')).toBeEnabled())
})

test('a wrong password says so, and keeps both fields', async () => {
  const amina = person()
  const { serve, sent } = server()
  serve('sign-in', refusal('wrong_password', 422))
  render(
    <App>
      <SignInForm {...at('email', { email: 'amina@salama.test' })} />
    </App>,
  )
  await amina.type(screen.getByLabelText('Password'), 'a guess{Enter}')
  expect(await screen.findByText('The email address or password is incorrect.')).toBeVisible()
  expect(sent(action('sign-in'))).toHaveLength(1)
  expect(screen.getByLabelText('Password')).toHaveValue('a guess')
})

test('a refused code says what may be wrong with it, and another can be sent', async () => {
  const amina = person()
  const { serve, sent } = server()
  serve('confirm', refusal('wrong_code', 422))
  render(
    <App>
      <CodeForm flow="sign-up" {...at('code', { email: 'amina@salama.test' })} />
    </App>,
  )
  await amina.type(screen.getByLabelText('6-digit code'), '12345')
  await amina.click(button('Confirm and sign in'))
  expect(await screen.findByText('Enter the 6-digit code.')).toBeVisible()
  expect(sent(action('confirm'))).toEqual([])
  await amina.type(screen.getByLabelText('6-digit code'), '6')
  await amina.click(button('Confirm and sign in'))
  expect(await screen.findByText(/is for another browser/)).toBeVisible()
  expect(sent(action('confirm')).map(({ body }) => body)).toEqual([
    { ...onPage, flow: 'sign-up', email: 'amina@salama.test', code: '123456' },
  ])
  await waitFor(() => expect(button('Confirm and sign in')).toBeEnabled())
  expect(screen.getByRole('button', { name: /Send a new code/ })).toBeDisabled()
})

test('a password is chosen after the code, or not', async () => {
  const amina = person()
  const { serve, sent } = server()
  serve('choose-password', refusal('unauthenticated', 401))
  render(
    <App>
      <PasswordForm flow="forgot-password" {...at('password', { email: 'amina@salama.test' })} />
    </App>,
  )
  expect(screen.getByRole('link', { name: 'Continue without a new password' })).toHaveAttribute(
    'href',
    '/en/my-reports',
  )
  await amina.type(screen.getByLabelText('New password'), 'short')
  await amina.click(button('Save password'))
  expect(sent(action('choose-password'))).toEqual([])
  const field = screen.getByLabelText('New password')
  await amina.clear(field)
  await amina.type(field, 'é'.repeat(37))
  await amina.click(button('Save password'))
  expect(await screen.findByText(/^Password is too long/)).toBeVisible()
  expect(sent(action('choose-password'))).toEqual([])
  await amina.clear(field)
  await amina.type(field, 'short-but-long-now')
  await amina.click(button('Save password'))
  expect(await screen.findByText(/More than 10 minutes have passed/)).toBeVisible()
  expect(sent(action('choose-password'))).toMatchObject([{ body: { password: 'short-but-long-now' } }])
})

test.each([
  ['weak_password', 422, /one of those that others try first/],
  ['second_factor_required', 403, /Choose the password in the admin console/],
])('a password that is refused with %s says what to do', async (code, status, words) => {
  const amina = person()
  server().serve('choose-password', refusal(code, status))
  render(
    <App>
      <PasswordForm flow="forgot-password" {...at('password', { email: 'amina@salama.test' })} />
    </App>,
  )
  await amina.type(screen.getByLabelText('New password'), 'password')
  await amina.click(button('Save password'))
  expect(await screen.findByText(words)).toBeVisible()
})

test('a form that was rejected without scripts says why, at its field or above its button', () => {
  const { unmount } = render(
    <App>
      <EmailForm flow="sign-up" {...at('email', { rejected: { code: 'invalid_request', paths: ['email'] } })} />
    </App>,
  )
  expect(screen.getByLabelText('Email address')).toBeInvalid()
  unmount()
  render(
    <App>
      <CodeForm flow="sign-up" {...at('code', { rejected: { code: 'wrong_code', paths: [] } })} />
    </App>,
  )
  expect(screen.getByText(/is for another browser/)).toBeVisible()
})
