/**
 * A call of a SQL function as the operator. Dependency-free.
 *
 * @typedef {{ url: string, publishableKey: string, token: string }} Access to a Supabase
 */

/**
 * @param {Access} access
 * @param {string} name of the function, in schema api
 * @param {object} args
 * @returns {Promise<{ status: number, body: any }>} status 0 without a response
 */
export async function callService({ url, publishableKey, token }, name, args) {
  try {
    const response = await fetch(`${url}/rest/v1/rpc/${name}`, {
      method: 'POST',
      headers: {
        apikey: publishableKey,
        authorization: `Bearer ${token}`,
        'content-profile': 'api',
        'content-type': 'application/json',
      },
      body: JSON.stringify(args),
      signal: AbortSignal.timeout(20_000),
    })
    return { status: response.status, body: await response.json() }
  } catch {
    return { status: 0, body: undefined }
  }
}
