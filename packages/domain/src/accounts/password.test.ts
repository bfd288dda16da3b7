import { expect, test } from 'vitest'
import { passwordProblem } from './password.ts'

test.each([
  ['short 1', 'too_short'],
  ['éééééééé', 'common'],
  [`${'é'.repeat(36)}a`, 'too_long'],
  ['a'.repeat(73), 'too_long'],
  ['password', 'common'],
  ['PassWord1', 'common'],
  ['12345678', 'common'],
  ['qwertyuiop', 'common'],
  ['abababab', 'common'],
  ['Salama2026!', 'common'],
  ['amina@salama.test', 'common'],
  ['Amina.Wanjiru99', 'common'],
])('refuses %s', async (password, problem) => {
  const email = password.startsWith('Amina.') ? 'amina.wanjiru@salama.test' : 'amina@salama.test'
  expect(await passwordProblem(password, email)).toBe(problem)
})

test.each(['three random words', 'salama-demo', `ndege ${'é'.repeat(33)}`, '正しい馬の電池のホチキス'])(
  'accepts %s',
  async (password) => {
    expect(await passwordProblem(password, 'amina@salama.test')).toBeNull()
  },
)
