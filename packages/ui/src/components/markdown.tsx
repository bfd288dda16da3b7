import ReactMarkdown, { defaultUrlTransform } from 'react-markdown'

/** The URLs of the apps, as far as configured, and the language of their pages. */
export type AppLinks = { addresses: Partial<Record<'rider' | 'surveyor' | 'learning', string>>; locale: string }

const TO_AN_APP = /^(?<app>rider|surveyor|learning):(?<path>\/.*)$/

/** The URL of a text's link, which is `rider:/report` in every installation; empty if unknown or unsafe. */
function addressIn(href: string, links: AppLinks | undefined): string {
  const { app, path } = TO_AN_APP.exec(href)?.groups ?? {}
  if (path === undefined) return /^tel:\+?\d+$/.test(href) ? href : defaultUrlTransform(href)
  const base = Object.entries(links?.addresses ?? {}).find(([name]) => name === app)?.[1]
  return base && links ? `${base.replace(/\/$/, '')}/${links.locale}${path === '/' ? '' : path}` : ''
}

/** One of our texts (CommonMark, no HTML), its headings below the page's. Links into an app need `links`. */
export function Markdown({ text, links }: { text: string; links?: AppLinks }) {
  return (
    <div className="flex max-w-prose flex-col gap-3 [&_a]:font-semibold [&_a]:text-link [&_a]:underline [&_a]:wrap-anywhere [&_blockquote]:border-s-4 [&_blockquote]:border-warn [&_blockquote]:ps-4 [&_h2]:pt-4 [&_h2]:[&_h2]:font-semibold [&_h3]:pt-2 [&_h3]:[&_h3]:font-semibold [&_li]:ps-1 [&_ol]:flex [&_ol]:list-decimal [&_ol]:flex-col [&_ol]:gap-2 [&_ol]:ps-6 [&_ul]:flex [&_ul]:list-disc [&_ul]:flex-col [&_ul]:gap-2 [&_ul]:ps-6">
      <ReactMarkdown
        skipHtml
        urlTransform={(address) => addressIn(address, links)}
        components={{ a: ({ href, children }) => (href ? <a href={href}>{children}</a> : children) }}
      >
        {text}
      </ReactMarkdown>
    </div>
  )
}
