import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'

// Tokens of browsers in which somebody signed in: a random id, and its signature for one e-mail address.

/** In responses to whoever signed in, and in their later requests. */
export const DEVICE = 'x-salama-device'

const sign = (secret: string, email: string, id: string) =>
  createHmac('sha256', secret).update(`device\0${email}\0${id}`).digest()

export function deviceToken(secret: string, email: string): string {
  const id = randomBytes(18).toString('base64url')
  return `${id}.${sign(secret, email, id).toString('base64url')}`
}

/** The device's id, if the token was made here for this e-mail address; else null. */
export function deviceOf(secret: string, email: string, token: string | null): string | null {
  const [id = '', signature = ''] = token?.split('.') ?? []
  const [expected, given] = [sign(secret, email, id), Buffer.from(signature, 'base64url')]
  return id !== '' && given.length === expected.length && timingSafeEqual(given, expected) ? id : null
}
