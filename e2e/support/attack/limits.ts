import { sendReport } from './report.ts'
import { type Attack, addresses, anotherPhone, asJson, cookiesOf, newRider, send, tryPassword } from './service.ts'

// Whether strangers can keep others out by using up what is theirs.

const WRONG = 21

/** 21 wrong passwords and codes of a stranger, then the right password in a browser that had signed in before. */
export const lockOut: Attack = async (_seed, tick) => {
  const findings: string[] = []
  const { email, password } = await newRider()
  const before = await tryPassword('rider', email, password)
  const browser = { cookie: cookiesOf(before), from: anotherPhone() }
  if (before.status !== 200) findings.push(`the person could not sign in before: ${before.status}`)
  const stranger = anotherPhone()
  for (let n = 0; n < WRONG; n++) {
    await tryPassword('rider', email, `wrong-${n}`, { from: n % 2 ? stranger : anotherPhone() })
    await askForCode(email, stranger, n)
    tick()
  }
  const apart = browserMemory(browser.cookie)
  const known = await tryPassword('rider', email, password, { ...browser, cookie: apart })
  if (known.status !== 200)
    findings.push(`a browser that signed in before is refused after ${WRONG} tries of a stranger: ${known.status}`)
  const code = await askForCode(email, browser.from, 0, apart)
  if (code.status !== 200) findings.push(`and gets no code: ${code.status}`)
  const still = await send(`${addresses.rider}/en/my-reports`, { headers: { cookie: browser.cookie } })
  if (still.status !== 200) findings.push(`and its session ended: ${still.status}`)
  return { tries: WRONG * 2, findings }
}

/** What a browser keeps after it signed out: everything but the session. */
const browserMemory = (cookie: string) =>
  cookie
    .split('; ')
    .filter((each) => !each.includes('session-token'))
    .join('; ')

async function askForCode(email: string, from: string, n: number, cookie = '') {
  const post = (action: string, fields: object, more: string) => {
    const { headers, body } = asJson({ ...fields, locale: 'en', flow: 'sign-in' })
    const url = `${addresses.rider}/api/account/${action}`
    return send(url, { method: 'POST', from, body, headers: { ...headers, origin: addresses.rider, cookie: more } })
  }
  const asked = await post('code', { email }, cookie)
  await post('confirm', { email, code: String(100_000 + n) }, cookiesOf(asked))
  return asked
}

/** 120 wrong receipt codes of one phone, then reports of others behind the same address. */
export const sharedAddress: Attack = async (_seed, tick) => {
  const findings: string[] = []
  const from = anotherPhone()
  const WRONG_CODES = 120
  for (let n = 0; n < WRONG_CODES; n++) {
    const { headers, body } = asJson({ code: `${n}`.padStart(26, 'A') })
    await send(`${addresses.rider}/api/receipt/look`, {
      method: 'POST',
      from,
      body,
      headers: { ...headers, origin: addresses.rider },
    })
    tick()
  }
  for (const category of ['assault', 'harassment', 'crash']) {
    const { reply } = await sendReport({ category }, { from })
    if (reply.status !== 201)
      findings.push(
        `after ${WRONG_CODES} wrong receipt codes a report of ${category} from the same address is answered ${reply.status}`,
      )
  }
  return { tries: WRONG_CODES + 3, findings }
}
