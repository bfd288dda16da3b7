/** A call of a SQL function with a Supabase's secret key. Dependency-free. */

/**
 * @param {string} url
 * @param {string} secretKey
 * @param {string} name of the function, in schema api
 * @param {object} args
 * @returns {Promise<{ status: number, body: any }>} status 0 without a response
 */
export async function callService(url, secretKey, name, args) {
  try {
    const response = await fetch(`${url}/rest/v1/rpc/${name}`, {
      method: 'POST',
      headers: {
        apikey: secretKey,
        authorization: `Bearer ${secretKey}`,
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
