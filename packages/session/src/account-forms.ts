import { Locale } from '@salama/domain/shared'
import { z } from 'zod'
import { safeCallbackUrl } from './callback-url.ts'

// The forms that lead into an account: which page they are on, and which step of it. Their state is in the URL and in a
// cookie, so that each step is a page of its own: it survives a reload, "Back", and a browser without scripts.

const FLOWS = ['sign-in', 'sign-up', 'forgot-password'] as const
export type Step = 'email' | 'code' | 'password'

export const Email = z.string().trim().max(254).pipe(z.email())

/** The fields of every such form beside its own: the page that it is on, and where to continue afterwards. */
export const onPage = {
  flow: z.enum(FLOWS),
  locale: Locale,
  callbackUrl: z.string().max(1000).default('').catch(''),
}
export type OnPage = z.output<z.ZodObject<typeof onPage>>

/** The page of a step, with where to continue afterwards. */
export function stepUrl({ flow, locale, callbackUrl }: OnPage, step: Step): string {
  const query = new URLSearchParams({
    ...(step !== 'email' && { step }),
    callbackUrl: safeCallbackUrl(callbackUrl, `/${locale}`),
  })
  return `/${locale}/${flow}?${query}`
}

/** What each form is for: the step that shows it. */
export const FORMS = { 'sign-in': 'email', code: 'email', confirm: 'code', 'choose-password': 'password' } as const

/** The page that shows a rejected form again. */
export function pageOfForm(sent: URLSearchParams, { pathname }: URL): string {
  const [, form] = Object.entries(FORMS).find(([name]) => pathname.endsWith(`/${name}`)) ?? []
  const page = z.object(onPage).safeParse(Object.fromEntries(sent)).data
  return form && page ? stepUrl(page, form) : '/'
}
