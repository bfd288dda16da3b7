// A shared position, encrypted on the phone (AES-GCM, 256 bits) with a key that is in the fragment of the trip's link alone.
// The trip and the counter are authenticated: a position of another trip, or an older one that is shown again as new, does
// not open. Texts are padded, so that their length says nothing of the vehicle or the route.

/** `agoS`: how old the place was when it was sent; `at`: by the phone's clock. */
export type TripPosition = {
  plate: string | null
  route: string | null
  lat: number
  lng: number
  accuracyM: number
  agoS: number
  at: string
}

const IV_BYTES = 12
/** Bytes, more than the longest names need. */
const PADDED = 500

const asText = (bytes: Uint8Array) =>
  btoa(String.fromCharCode(...bytes)).replace(/[+/=]/g, (sign) => ({ '+': '-', '/': '_' })[sign] ?? '')
const asBytes = (text: string) =>
  Uint8Array.from(atob(text.replace(/[-_]/g, (sign) => (sign === '-' ? '+' : '/'))), (char) => char.charCodeAt(0))

const importKey = (key: string, use: 'encrypt' | 'decrypt') =>
  crypto.subtle.importKey('raw', asBytes(key), 'AES-GCM', false, [use])
const paramsOf = (iv: Uint8Array<ArrayBuffer>, trip: string, counter: number) => ({
  name: 'AES-GCM',
  iv,
  additionalData: new TextEncoder().encode(`salama-trip ${trip} ${counter}`),
})

/** A page without HTTPS has no Web Cryptography. */
export const canSeal = () => globalThis.crypto?.subtle !== undefined
/** A UUID (version 8) of the secret's SHA-256, as the server makes it. */
export async function tripIdOf(secret: string): Promise<string> {
  const bytes = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(secret)))
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
  return hex.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*/, '$1-$2-8$3-8$4-$5')
}
export const newKey = () => asText(crypto.getRandomValues(new Uint8Array(32)))

export async function seal(key: string, trip: string, counter: number, position: TripPosition): Promise<string> {
  const iv = crypto.getRandomValues(new Uint8Array(IV_BYTES)) // never twice with one key
  const text = new Uint8Array(PADDED).fill(32) // spaces, which JSON ignores
  text.set(new TextEncoder().encode(JSON.stringify(position)))
  const sealed = await crypto.subtle.encrypt(paramsOf(iv, trip, counter), await importKey(key, 'encrypt'), text)
  return asText(new Uint8Array([...iv, ...new Uint8Array(sealed)]))
}

/** The position; null if anything of it was changed, or for another key, trip or counter. */
export async function open(key: string, trip: string, counter: number, sealed: string): Promise<TripPosition | null> {
  try {
    const bytes = asBytes(sealed)
    const params = paramsOf(bytes.slice(0, IV_BYTES), trip, counter)
    const text = await crypto.subtle.decrypt(params, await importKey(key, 'decrypt'), bytes.slice(IV_BYTES))
    return JSON.parse(new TextDecoder().decode(text))
  } catch {
    return null
  }
}
