import { CAST, PASSWORD, type PersonName } from './cast.ts'

/** Signs a member of the cast in at Auth, and returns the session that an app stores in its cookie. */
export async function signIn(
  { url, publishableKey }: { url: string; publishableKey: string },
  person: PersonName,
): Promise<{ sub: string; email: string; accessToken: string; refreshToken: string; expiresAt: number }> {
  const { id, email } = CAST[person]
  const response = await fetch(`${url}/auth/v1/token?grant_type=password`, {
    method: 'POST',
    headers: { apikey: publishableKey, 'content-type': 'application/json' },
    body: JSON.stringify({ email, password: PASSWORD }),
  })
  const grant: { access_token: string; refresh_token: string; expires_in: number } = await response.json()
  return {
    sub: id,
    email,
    accessToken: grant.access_token,
    refreshToken: grant.refresh_token,
    expiresAt: Math.floor(Date.now() / 1000) + grant.expires_in,
  }
}
