import { expect, test } from 'vitest'
import { codeIn } from './code-in.ts'

const CODE = '7K3M9-QXR2H-T8WBN-4CJ6E'

test('parses a code in any spelling', () => {
  for (const typed of [CODE, CODE.toLowerCase().replaceAll('-', ' '), CODE.replaceAll('-', ''), ` ${CODE}\n`])
    expect(codeIn(typed)).toBe(CODE)
})

test('finds a code in the URL of its certificate, whatever surrounds it', () => {
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

test('rejects a code without exactly twenty letters and digits', () => {
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
