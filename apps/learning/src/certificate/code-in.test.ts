import { expect, test } from 'vitest'
import { codeIn } from './code-in.ts'

const CODE = '7K3M9-QXR2H-T8WBN-4CJ6E'

test('a code is read in any spelling', () => {
  for (const typed of [CODE, CODE.toLowerCase().replaceAll('-', ' '), CODE.replaceAll('-', ''), ` ${CODE}\n`])
    expect(codeIn(typed)).toBe(CODE)
})

test('a code is found in the address of its certificate, whatever stands around it', () => {
  const address = `https://learning.example.org/sw/certificates/${CODE}`
  for (const typed of [
    address,
    `${address}/`,
    `${address}?done#content`,
    `localhost:3003/en/certificates/${CODE.toLowerCase()}`,
    `Cheti changu: ${address} asante`,
  ])
    expect(codeIn(typed)).toBe(CODE)
})

test('what has not twenty letters and digits is no code', () => {
  for (const typed of [
    'hello',
    '',
    CODE.slice(1),
    `${CODE}2`,
    'https://learning.example.org/en/check',
    '/certificates/',
  ])
    expect(codeIn(typed)).toBeNull()
})
