import { expect, test } from 'vitest'
import { auditActions } from '#contract/accounts/audit'
import type { AuditFilters } from '#contract/audit/audit'
import { listEntries } from '../../store/audit/entries.ts'
import { Database } from '../../store/sql/database.ts'
import { bindings } from '../../testing/bindings.ts'
import { measuredDatabase } from '../../testing/database/measuredDatabase.ts'
import { createMerchant } from '../../testing/merchant.ts'

const { d1, rowsRead } = measuredDatabase(bindings.DB_00)

/** An account with so many entries: every second by a job, every hundredth a new key, all others changes of subscriptions. */
const accountWith = async (count: number) => {
  const merchant = await createMerchant()
  await merchant.run(
    `WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < ?2)
     INSERT INTO audit (account, at, key, requestId, action, detail)
     SELECT ?1, n, iif(n % 2 = 0, ?3, 'billing'), 'seed', iif(n % 100 = 0, 'apikey.issued', 'subscription.changed'), '{}' FROM numbers`,
    merchant.id,
    count,
    merchant.secretKeyId,
  )
  const scope = {
    database: new Database(d1, { trips: 0, databaseMs: 0 }),
    owner: { account: merchant.id, mode: 'test' },
  } as const
  return { merchant, scope }
}

const [few, many] = [await accountWith(1_000), await accountWith(40_000)]

const filters: Readonly<Record<string, (key: string, newest: number) => Partial<AuditFilters>>> = {
  'without a filter': () => ({}),
  'of an action that few have': () => ({ action: ['apikey.issued'] }),
  'of two actions': () => ({ action: ['apikey.issued', 'subscription.changed'] }),
  'of all actions': () => ({ action: auditActions }),
  'of a key': (key) => ({ actor: key }),
  'of a job and an action that it never made': () => ({ actor: 'billing', action: ['apikey.issued'] }),
  'of a key, an action and a range of time': (key, newest) => ({
    actor: key,
    action: ['apikey.issued'],
    from: newest - 900,
    to: newest,
  }),
}

test.each(Object.keys(filters))(
  'a page of audit entries %s reads the same rows among 1,000 and 40,000',
  async (name) => {
    const read = async ({ merchant, scope }: typeof few, newest: number, cursor: string | null) => {
      let next: string | null = null
      const rows = await rowsRead(async () => {
        const all = { action: undefined, actor: undefined, from: undefined, to: undefined }
        const page = await listEntries(
          scope,
          { ...all, ...filters[name]!(merchant.secretKeyId, newest) },
          { pageNumber: 1, pageSize: 5, cursor },
        )
        if (page === 'cursor_not_found') throw new Error('There is no such page.')
        next = page.next
      })
      return { rows, next }
    }
    const first = [await read(few, 1_000, null), await read(many, 40_000, null)] as const
    expect(Math.abs(first[0].rows - first[1].rows)).toBeLessThanOrEqual(20)
    expect(first[1].rows).toBeLessThan(250)
    if (first[1].next === null) return
    const second = [await read(few, 1_000, first[0].next), await read(many, 40_000, first[1].next)] as const
    expect(Math.abs(second[0].rows - second[1].rows)).toBeLessThanOrEqual(20)
    expect(second[1].rows).toBeLessThan(250)
  },
)
