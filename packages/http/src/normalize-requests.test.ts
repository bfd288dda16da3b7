import { expect, test } from 'vitest'
import { decodableUrl } from './normalize-requests.ts'

test.each([
  ['/api/v1/vehicles/%zz', '/api/v1/vehicles/%25zz'],
  ['/api/v1/vehicles/KDA%20123A', '/api/v1/vehicles/KDA%20123A'],
  ['/api/v1/vehicles/%', '/api/v1/vehicles/%25'],
  ['/api/v1/vehicles/100%?x=%zz', '/api/v1/vehicles/100%25?x=%zz'],
  ['/api/v1/vehicles/%ff%20', '/api/v1/vehicles/%25ff%2520'],
  ['/?a=b?c', '/?a=b?c'],
])('normalizes %s to %s', (url, decodable) => {
  expect(decodableUrl(url)).toBe(decodable)
})
