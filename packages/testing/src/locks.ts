import type { TestDatabase } from './database.ts'

// Transactions that wait for each other, in steps that the database shows. On PGlite calls run one after the other, so
// nobody ever waits there.

type Server = Pick<TestDatabase, 'engine' | 'sql'>

/** An advisory lock that all who hold locks share, and which nobody waits for: it shows that they have come so far. */
const HELD = 7251264

const loopUntil = (condition: string, otherwise: string) =>
  // biome-ignore lint/plugin/no-waits: polls for the state that it names, inside of a transaction
  `for attempt in 1..3000 loop
     perform pg_stat_clear_snapshot();
     exit when ${condition};
     if attempt = 3000 then raise exception '${otherwise}'; end if;
     perform pg_sleep(0.01);
   end loop;`

/** For a `do` block that holds locks: goes on once so many other sessions wait for a lock, or as a condition says. */
export const untilOthersWait = ({ engine }: Server, count = 1, waits = `wait_event_type = 'Lock'`) =>
  engine === 'pglite'
    ? ''
    : `perform pg_advisory_xact_lock_shared(${HELD});
       ${loopUntil(
         `(select count(*) from pg_stat_activity
            where datname = current_database() and pid <> pg_backend_pid() and ${waits}) >= ${count}`,
         'Nobody waits for a lock.',
       )}`

/** Begins some work once so many sessions hold their locks, in `untilOthersWait`. */
export async function onceHeld<T>({ engine, sql }: Server, work: () => Promise<T>, holders = 1): Promise<T> {
  if (engine === 'postgres')
    await sql(`do $$ begin
      ${loopUntil(
        `(select count(*) from pg_locks l join pg_database d on d.oid = l.database and d.datname = current_database()
           where l.locktype = 'advisory' and l.objid = ${HELD}) >= ${holders}`,
        'Nobody holds a lock.',
      )}
    end $$`)
  return work()
}
