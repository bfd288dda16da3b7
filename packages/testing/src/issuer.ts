import { createServer } from 'node:http'
import Provider, { type Configuration } from 'oidc-provider'

export type Issuer = {
  /** The settings of an app that lets people sign in with this issuer. */
  env: { OIDC_ISSUER: string; OIDC_CLIENT_ID: string; OIDC_CLIENT_SECRET: string; OIDC_NAME: string }
  close: () => Promise<void>
}

/**
 * An OpenID Connect issuer on a free port of this machine, which has every person that signs in there with any password:
 * the name `amina@salama.test` is a person with that e-mail address, verified unless it begins with `unverified`.
 * It ends a session and leads back to the same origins. `claimsInToken`: whether the e-mail address is in the token, or only at the issuer's own endpoint, as by default.
 */
export async function startIssuer(redirectUris: string[], claimsInToken = false): Promise<Issuer> {
  const server = createServer((request, response) => provider.callback()(request, response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The issuer has no port')
  const url = `http://127.0.0.1:${address.port}`
  const homes = redirectUris.map((redirectUri) => new URL('/', redirectUri).href)
  const client = { client_id: 'salama', client_secret: 'the-secret-of-salama-at-this-issuer' }
  const configuration: Configuration = {
    clients: [{ ...client, redirect_uris: redirectUris, post_logout_redirect_uris: homes }],
    claims: { openid: ['sub'], email: ['email', 'email_verified'] },
    conformIdTokenClaims: !claimsInToken,
    ttl: { Interaction: 600, Session: 600, Grant: 600, AccessToken: 600, IdToken: 600 },
    cookies: { keys: ['a key of this test'] },
    findAccount: (_, sub) => ({
      accountId: sub,
      claims: () => ({ sub, email: sub, email_verified: !sub.startsWith('unverified') }),
    }),
  }
  const provider = new Provider(url, configuration)
  return {
    env: {
      OIDC_ISSUER: url,
      OIDC_CLIENT_ID: client.client_id,
      OIDC_CLIENT_SECRET: client.client_secret,
      OIDC_NAME: 'Test ID',
    },
    close: () => new Promise((resolve) => void server.close(() => resolve()).closeAllConnections()),
  }
}
