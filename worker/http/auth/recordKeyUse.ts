import type { Gateway } from '../../app/gateway.ts'
import { touchKey } from '../../store/apiKeys/apiKeys.ts'
import { touchSession } from '../../store/team/consoleSessions.ts'
import { Database } from '../../store/sql/database.ts'
import type { Authenticated } from './authenticate.ts'
import { Meter } from '../../app/meter.ts'

const minute = 60_000
const recorded = new WeakMap<Gateway, Map<string, number>>()

/** Records when a key or a session was last used, at most once a minute per isolate, after the response is sent. */
export const recordKeyUse = async ({ key, d1 }: Authenticated, gateway: Gateway): Promise<void> => {
  const times = recorded.get(gateway) ?? new Map<string, number>()
  recorded.set(gateway, times)
  const now = gateway.clock.now()
  const id = key.session?.sessionId ?? key.keyId
  if (now - (times.get(id) ?? 0) < minute) return
  times.set(id, now)
  const scope = { database: new Database(d1, new Meter()) }
  const touching = key.session ? touchSession(scope, key.session.sessionId, now) : touchKey(scope, key.keyId, now)
  await touching.catch(() => undefined)
}
