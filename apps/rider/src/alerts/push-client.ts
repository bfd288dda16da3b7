import type { subscribePush, unsubscribePush } from '@salama/domain/alerts/contract'
import { tryCall } from '@salama/http/call'
import { currentAccount } from '@salama/outbox/account.ts'
import { type BrowserSubscription, currentSubscription, turnOffPush, turnOnPush } from '@salama/push/browser.ts'
import type { Locale } from '@salama/ui/i18n/locales.ts'

// The browser's push subscription at the server. It belongs to the signed-in account, or to the phone, so it is
// registered again when that has changed: messages for an account must not come to a phone that has signed out.

const OWNER = 'salama-rider.push-owner'
const NOBODY = '-'

const ownerNow = async () => (await currentAccount()) ?? NOBODY

/** Returns whether messages will come. */
async function register({ endpoint, keys }: BrowserSubscription, locale: Locale): Promise<boolean> {
  const owner = await ownerNow()
  const result = await tryCall<typeof subscribePush>('POST /api/push/subscribe', { body: { endpoint, keys, locale } })
  if (result.ok) localStorage.setItem(OWNER, owner)
  return result.ok
}

/** Call it from a press of a button: the browser may ask the user. */
export async function turnOn(publicKey: string, locale: Locale): Promise<'on' | 'off' | 'blocked' | 'unsupported'> {
  const answer = await turnOnPush(publicKey)
  if (typeof answer === 'string') return answer
  return (await register(answer, locale)) ? 'on' : 'off'
}

export async function turnOff(): Promise<void> {
  const endpoint = await turnOffPush()
  localStorage.removeItem(OWNER)
  if (endpoint) await tryCall<typeof unsubscribePush>('POST /api/push/unsubscribe', { body: { endpoint } })
}

/** Registers an existing subscription again if somebody else is signed in, or nobody any more. */
export async function followAccount(locale: Locale): Promise<void> {
  const owner = localStorage.getItem(OWNER)
  if (owner === null || owner === (await ownerNow())) return
  const subscription = await currentSubscription()
  if (subscription) await register(subscription, locale)
}
