import { expect, test } from 'vitest'
import { Box } from './list-contract.ts'

test('takes a box by its south-western and north-eastern corner, and no other order', () => {
  expect(Box.safeParse('36.80,-1.30,36.85,-1.26').success).toBe(true)
  for (const wrong of [
    '36.85,-1.30,36.80,-1.26',
    '36.80,-1.26,36.85,-1.30',
    '36.80,-1.30,36.80,-1.26',
    '36.80,91,36.85,91.1',
    '181,-1.30,181.1,-1.26',
  ])
    expect([wrong, Box.safeParse(wrong).success]).toEqual([wrong, false])
})
