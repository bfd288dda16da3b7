import { operations } from '@salama/domain/contract'
import { SCOPES } from '@salama/domain/shared'
import { useTranslations } from 'next-intl'

/** The operations of each scope, read from the operations themselves. */
export function ScopeTable() {
  const t = useTranslations()
  return (
    <table className="w-full border-collapse text-start">
      <thead className="sr-only md:not-sr-only">
        <tr className="border-b border-line md:table-row">
          <th className="py-2 pe-4 font-semibold">{t('home.scope')}</th>
          <th className="py-2 font-semibold">{t('home.reads')}</th>
        </tr>
      </thead>
      <tbody>
        {SCOPES.map((scope) => (
          <tr key={scope} className="flex flex-col border-b border-line py-2 md:table-row">
            <th scope="row" className="pe-4 align-top font-normal md:py-2">
              <code className="font-semibold">{scope}</code>
              <span className="block text-soft">{t(`keys.scope.${scope}`)}</span>
            </th>
            <td className="align-top md:py-2">
              <ul className="flex flex-col gap-1">
                {readsWith(scope).map(({ name, path }) => (
                  <li key={name}>
                    <code className="text-sm wrap-anywhere">GET {path}</code>
                  </li>
                ))}
              </ul>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

const readsWith = (scope: (typeof SCOPES)[number]) =>
  operations.filter(({ access }) => typeof access === 'object' && 'scope' in access && access.scope === scope)
