import dynamic from 'next/dynamic'

/** The vote buttons where they are not on the first screen. Their room is kept. */
export const LazyVotes = dynamic(() => import('./vote-buttons.tsx').then(({ VoteButtons }) => VoteButtons), {
  ssr: false,
  loading: () => <div className="min-h-touch" />,
})
