import type { subscribePush, unsubscribePush } from '@salama/domain/alerts/contract'
import { tryCall } from '@salama/http/call'
import { deviceStore } from '@salama/http/device-storage'
import { currentAccount } from '@salama/outbox/account.ts'
import { type BrowserSubscription, currentSubscription, turnOffPush, turnOnPush } from '@salama/push/browser.ts'
import type { Locale } from '../i18n/locales.ts'

// The browser's push subscription at the server. It belongs to the signed-in account, or to the phone, so it is
// registered again when that has changed: messages for an account must not come to a phone that has signed out.

export type TurnedOn = 'on' | 'off' | 'blocked' | 'unsupported'

const NOBODY = '-'
const ownerNow = async () => (await currentAccount()) ?? NOBODY

/**
 * `rider`: a phone without an account has messages, too, and whoever signs in takes them over. `surveyor`: they are for
 * each account that turned them on; anybody else on the phone gets none.
 */
export function createPushClient(app: 'rider' | 'surveyor') {
  const owner = `salama-${app}.push-owner`
  const wish = (account: string) => `salama-${app}.push.${account}`
  const isPersonal = app === 'surveyor'

  /** Returns whether messages will come. */
  async function register({ endpoint, keys }: BrowserSubscription, locale: Locale): Promise<boolean> {
    const now = await ownerNow()
    const body = { endpoint, keys, locale, app }
    const result = await tryCall<typeof subscribePush>('POST /api/push/subscribe', { body })
    if (result.ok) deviceStore.setItem(owner, now)
    if (result.ok && isPersonal) deviceStore.setItem(wish(now), locale)
    return result.ok
  }

  const remove = (endpoint: string) =>
    tryCall<typeof unsubscribePush>('POST /api/push/unsubscribe', { body: { endpoint } })

  return {
    /** Whether the messages of this browser are those of whoever is signed in. */
    isMine: async (): Promise<boolean> => !isPersonal || deviceStore.getItem(owner) === (await ownerNow()),

    /** Call it from a press of a button: the browser may ask the user. */
    turnOn: async (publicKey: string, locale: Locale): Promise<TurnedOn> => {
      const answer = await turnOnPush(publicKey)
      if (typeof answer === 'string') return answer
      return (await register(answer, locale)) ? 'on' : 'off'
    },

    turnOff: async (): Promise<void> => {
      const endpoint = await turnOffPush()
      deviceStore.removeItem(owner)
      deviceStore.removeItem(wish(await ownerNow()))
      if (endpoint) await remove(endpoint)
    },

    /** After somebody signed in or out: registers an existing subscription again, or removes it at the server. */
    followAccount: async (locale: Locale): Promise<void> => {
      const before = deviceStore.getItem(owner)
      const now = await ownerNow()
      if (before === null || before === now) return
      const subscription = await currentSubscription()
      if (!subscription) return
      if (!isPersonal || deviceStore.getItem(wish(now)) !== null) return void (await register(subscription, locale))
      if (before !== NOBODY && (await remove(subscription.endpoint)).ok) deviceStore.setItem(owner, NOBODY)
    },
  }
}

export type PushClient = ReturnType<typeof createPushClient>
