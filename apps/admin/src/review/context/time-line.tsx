import { useTimes } from '@salama/ui/i18n/use-times.ts'

type Happening = { key: string; at: string; what: string; who: string | null; more?: readonly string[] }

/** What happened, when and by whom, line by line. `more` are people's words about it. */
export function TimeLine({ happened }: { happened: readonly Happening[] }) {
  const { moment } = useTimes()
  return (
    <ol className="flex flex-col">
      {happened.map(({ key, at, what, who, more }) => (
        <li key={key} className="grid grid-cols-[8.5rem_minmax(0,1fr)] gap-2 border-b border-line py-1 last:border-0">
          <time dateTime={at} className="text-soft">
            {moment(at)}
          </time>
          <span>
            {what}
            {who && <span className="text-soft"> · {who}</span>}
            {more?.map((words) => (
              <span key={words} className="block whitespace-pre-line">
                {words}
              </span>
            ))}
          </span>
        </li>
      ))}
    </ol>
  )
}
