import type { Gateway } from '../../app/gateway.ts'
import { touchKey } from '../../store/apiKeys/apiKeys.ts'
import { Database } from '../../store/sql/database.ts'
import type { Authenticated } from './authenticate.ts'
import { Meter } from '../../app/meter.ts'

const minute = 60_000
const seen = new WeakMap<Gateway, Map<string, number>>()

/** Notes that a key was used, at most once a minute for each isolate, and after the answer: no request waits for it. */
export const noteUse = async ({ key, d1 }: Authenticated, gateway: Gateway): Promise<void> => {
  const times = seen.get(gateway) ?? new Map<string, number>()
  seen.set(gateway, times)
  const now = gateway.clock.now()
  if (now - (times.get(key.keyId) ?? 0) < minute) return
  times.set(key.keyId, now)
  await touchKey({ database: new Database(d1, new Meter()) }, key.keyId, now).catch(() => undefined)
}
