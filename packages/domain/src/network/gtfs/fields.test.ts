import { describe, expect, it } from 'vitest'
import { Code, Count, Day, Flag, Id, Latitude, Longitude, Seconds, Text } from './fields.ts'

describe('a time', () => {
  it.each([
    ['5:07:00', 18_420],
    ['05:07:00', 18_420],
    ['00:00:00', 0],
    ['24:00:00', 86_400],
    ['25:10:30', 90_630],
  ])('%s is %i seconds into the service day', (text, seconds) => {
    expect(Seconds.parse(text)).toBe(seconds)
  })

  it.each(['5:7:00', '05:60:00', '05:07', '5.07.00', '-1:00:00', 'noon'])('rejects %s', (text) => {
    expect(Seconds.safeParse(text).error?.issues[0]?.message).toBe('is not a time like 5:07:00 or 25:10:00')
  })
})

describe('a day', () => {
  it('is stored as ISO 8601', () => expect(Day.parse('20191020')).toBe('2019-10-20'))
  it.each(['2019-10-20', '2019/10/20', '20191020.0'])('may be spelled %s', (text) => {
    expect(Day.parse(text)).toBe('2019-10-20')
  })
  it.each(['20190230', '2019-1020', '191020', 'today'])('rejects %s', (text) => {
    expect(Day.safeParse(text).error?.issues[0]?.message).toBe('is not a day like 20191020')
  })
})

describe('a coordinate', () => {
  it('is rounded to 0.1 m', () => expect(Latitude.parse('-1.17384195328')).toBe(-1.173842))
  it('accepts the limit of the range', () => expect(Longitude.parse('180')).toBe(180))
  it.each([
    ['-1,285', -1.285],
    ['+36.8', 36.8],
    ['−1.285', -1.285],
    ['- 1.285', -1.285],
    ['-.285', -0.285],
    ['36.', 36],
    ['-1.285E0', -1.285],
  ])('may be spelled %s', (text, value) => {
    expect(Latitude.parse(text)).toBe(value)
  })
  it.each(['90.1', '-91', '1,234.5', '1.234,5', '36 N', '', '.', 'e1', 'NaN'])('rejects a latitude of "%s"', (text) => {
    expect(Latitude.safeParse(text).success).toBe(false)
  })
})

describe('a number', () => {
  it('is whole and has at most nine digits', () => {
    expect(['0', '007', '123456789', '+1', '1.0', '2,0'].map((text) => Count.parse(text))).toEqual([
      0, 7, 123_456_789, 1, 1, 2,
    ])
    expect(['1234567890', '-1', '1.5', '1a', 'a1', ''].filter((text) => Count.safeParse(text).success)).toEqual([])
  })
  it('of a list of codes is in the list', () => {
    expect([Code(3).parse('0'), Code(3).parse('3')]).toEqual([0, 3])
    expect(Code(3).safeParse('4').error?.issues[0]?.message).toBe('is not between 0 and 3')
  })
  it('is a flag where it is 0 or 1', () => {
    expect([Flag.parse('1'), Flag.parse('0'), Flag.safeParse('2').success]).toEqual([true, false, false])
  })
})

describe('a text', () => {
  it('is one line', () => expect(Text.parse('Middle\r\n Road')).toBe('Middle Road'))
  it.each([
    [Id, 200],
    [Text, 500],
  ])('is as long as it may be, and no longer', (type, most) => {
    expect([type.safeParse('x'.repeat(most)).success, type.safeParse('x'.repeat(most + 1)).success]).toEqual([
      true,
      false,
    ])
    expect(type.safeParse(undefined).error?.issues[0]?.message).toBe('is missing')
  })
})
