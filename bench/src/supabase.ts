import { startLocalSupabase } from '@salama/local-supabase'
import { readEnv } from '@salama/local-supabase/env'

// The embedded Supabase as a process over a database that has the demo's accounts, with which `npm start` refuses to start.

await startLocalSupabase(readEnv())
