import { afterAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { evictDurableObject, runDurableObjectAlarm } from '#runtime'
import { abandonedPayments, limits } from '../domain/sweep.fixture.ts'
import type { Processor, Ref } from '../processors/processor.ts'
import { bindings } from '../testing/bindings.ts'
import { faultyDatabase } from '../testing/database/brokenDatabase.ts'
import { startWorker } from '../testing/merchant.ts'
import { objectGateway } from '../testing/runtime/objectGateway.ts'
import { accountWorkName } from './objectNames.ts'
import type { LaneWork, WorkGrant } from '../app/objects.ts'

for (const method of ['log', 'error'] as const) vi.spyOn(console, method).mockReturnValue()
afterAll(() => vi.restoreAllMocks())

beforeEach(async () => {
  await bindings.DB_00.prepare('UPDATE operations SET due = NULL').run()
  await bindings.DB_00.prepare('DELETE FROM dueWork').run()
})

const wakesNobody = {
  getByName: () => ({ wake: async () => ({ failures: 0 }) }),
} as unknown as typeof bindings.ACCOUNT_WORK

const grant = (ms = 60_000, workers = 8): WorkGrant => ({ until: Date.now() + ms, workers })

type LaneWorkers = Pick<typeof bindings.LANE_WORKERS, 'getByName'>

/** Of the objects, whose own bindings a test cannot replace. */
const replaceLaneWorkers = (laneWorkers: LaneWorkers): void => {
  const of = objectGateway.of!
  const environment = { ...bindings, LANE_WORKERS: laneWorkers as typeof bindings.LANE_WORKERS }
  objectGateway.of = () => of(environment)
}

/**
 * Payments that a crash left pending, and the object of their account. Its gateway is that of the started worker.
 *
 * @param more replaces functions of the processor
 */
const setUp = async (count: number, more: Partial<Processor> = {}, laneWorkers?: LaneWorkers) => {
  const parts = await abandonedPayments(count)
  const { clock, merchant } = parts
  const processor = { ...parts.processor, ...more }
  // The scan gives the operations their entries. It wakes nobody.
  const scan = () => startWorker({ clock, limits, processor }, { ACCOUNT_WORK: wakesNobody }).sweep()
  const object = () => bindings.ACCOUNT_WORK.getByName(accountWorkName('00', { account: merchant.id, mode: 'test' }))
  await scan()
  const worker = startWorker({ clock, limits, processor }, { ACCOUNT_WORK: bindings.ACCOUNT_WORK })
  if (laneWorkers !== undefined) replaceLaneWorkers(laneWorkers)
  return {
    ...parts,
    worker,
    object,
    reversals: () => parts.ledger.entries().map(({ reversals }) => reversals),
    dueLanes: async () =>
      (await merchant.rows('SELECT lane FROM dueWork WHERE account = ? AND due <= ?', merchant.id, clock.now())).map(
        ({ lane }) => lane,
      ),
  }
}

const once = (count: number) => Array.from({ length: count }, () => 1)

describe('background work of an account', () => {
  test('a wake returns at once while another caller holds the passage of the test clock', async () => {
    const { object, merchant, clock, dueLanes } = await setUp(1)
    await merchant.run(
      'UPDATE accounts SET testClockTarget = 5, testClockMoment = 1, testClockHeld = ? WHERE id = ?',
      clock.now() + 60_000,
      merchant.id,
    )
    expect(await object().wake(grant())).toEqual({ failures: 0 })
    expect(await dueLanes()).not.toEqual([])
  })

  test('a wake does all due work, more than one invocation may, and returns then', async () => {
    const { object, states, reversals, dueLanes } = await setUp(30)
    expect(await object().wake(grant())).toEqual({ failures: 0 })
    expect(await states()).toEqual(['30 reversed'])
    expect(reversals()).toEqual(once(30))
    expect(await dueLanes()).toEqual([])
  })

  test('the cron wakes the objects of accounts with due work', async () => {
    const { worker, states } = await setUp(2)
    await worker.sweep()
    expect(await states()).toEqual(['2 reversed'])
  })

  test('concurrent wakes, alarms and runs of the cron do each piece of work once', async () => {
    const { object, worker, states, reversals } = await setUp(15)
    const alarm = () => runDurableObjectAlarm(object())
    await Promise.all([object().wake(grant()), object().wake(grant()), worker.sweep(), worker.sweep(), alarm()])
    expect(await states()).toEqual(['15 reversed'])
    expect(reversals()).toEqual(once(15))
  })

  test('work that is left when its grant ends stays due, and the next wake continues', async () => {
    const { now } = Date
    let ahead = 0
    vi.spyOn(Date, 'now').mockImplementation(() => now() + ahead)
    // Each invocation takes as long as a round may.
    const laneWorkers = {
      getByName: (name: string) => ({
        work: async (work: LaneWork) => {
          const result = await bindings.LANE_WORKERS.getByName(name).work(work)
          ahead += 14_000
          return result
        },
      }),
    } as unknown as LaneWorkers
    const { object, states, dueLanes } = await setUp(30, {}, laneWorkers)
    await object().wake(grant(-1, 1))
    expect(await states()).toEqual(['10 pending', '20 reversed'])
    expect(await dueLanes()).toContain('reversals')
    await object().wake(grant())
    expect(await states()).toEqual(['30 reversed'])
    Date.now = now
  })

  test('an account with much work is shared by at most as many lane workers as its grant names', async () => {
    const names = new Set<string>()
    const laneWorkers = {
      getByName: (name: string) => ({
        work: async (work: LaneWork) => {
          names.add(name)
          return { ...(await bindings.LANE_WORKERS.getByName(name).work(work)), hasMore: false }
        },
      }),
    } as unknown as LaneWorkers
    const { object, states } = await setUp(100, {}, laneWorkers)
    await object().wake(grant(60_000, 3))
    expect(await states()).toEqual(['100 reversed'])
    expect([...names].map((name) => name.split('-').slice(-2).join(' ')).toSorted()).toEqual([
      'reversals 1',
      'reversals 2',
      'reversals 3',
    ])
  })

  test('calls of the processor at the same time stay within the connections of an invocation', async () => {
    let running = 0
    let most = 0
    const { object, states } = await setUp(12, {
      reverse: async () => {
        most = Math.max(most, ++running)
        await new Promise((resolve) => setTimeout(resolve, 20))
        running--
        return 'done'
      },
    })
    await object().wake(grant(60_000, 1))
    expect(await states()).toEqual(['12 reversed'])
    expect(most).toBe(4)
  })

  test('each wake is answered when its own grant ends, while the work goes on', async () => {
    const answers: string[] = []
    const { object, states } = await setUp(25, {
      reverse: async () => {
        await new Promise((resolve) => setTimeout(resolve, 10))
        return 'done'
      },
    })
    const wakes = [grant(-1), grant()].map((each, index) =>
      object()
        .wake(each)
        .then(() => answers.push(`wake ${index + 1}`)),
    )
    await Promise.all(wakes)
    expect(answers).toEqual(['wake 1', 'wake 2'])
    expect(await states()).toEqual(['25 reversed'])
  })

  test('a lane that comes due while another one is slow does not wait for it', async () => {
    const ended: string[] = []
    const laneWorkers = {
      getByName: (name: string) => ({
        work: async (work: LaneWork) => {
          if (work.lane === 'bills') {
            await setUpParts.merchant.run(
              "INSERT INTO dueWork (account, mode, lane, due) VALUES (?, 'test', 'reversals', 0) ON CONFLICT DO NOTHING",
              setUpParts.merchant.id,
            )
            await expect.poll(() => ended.includes('reversals'), { timeout: 20_000 }).toBe(true)
          }
          ended.push(work.lane)
          return bindings.LANE_WORKERS.getByName(name).work(work)
        },
      }),
    } as unknown as LaneWorkers
    const setUpParts = await setUp(0, {}, laneWorkers)
    await setUpParts.merchant.run(
      "INSERT INTO dueWork (account, mode, lane, due) VALUES (?, 'test', 'bills', 0)",
      setUpParts.merchant.id,
    )
    await setUpParts.object().wake(grant())
    expect(ended.indexOf('reversals')).toBeLessThan(ended.indexOf('bills'))
  })

  test('the work of an account does not wait for the backlog of another one', async () => {
    const accounts: string[] = []
    const reverse = async (ref: Ref) => {
      accounts.push(ref.account)
      await new Promise((resolve) => setTimeout(resolve, 5))
      return 'done' as const
    }
    const busy = await setUp(60)
    const small = await setUp(1, { reverse })
    busy.clock.advance(limits.abandonAfterMs)
    await small.worker.sweep()
    expect(await small.states()).toEqual(['1 reversed'])
    expect(await busy.states()).toEqual(['60 reversed'])
    expect(accounts).toHaveLength(61)
    expect(accounts.indexOf(small.merchant.id)).toBeLessThan(15)
  })

  test('a lane worker that fails is reported, delays no other lane, and its work is done later', async () => {
    let isBroken = true
    const laneWorkers = {
      getByName: (name: string) => {
        if (isBroken && name.includes('reversals')) throw new Error('The object was reset.')
        return bindings.LANE_WORKERS.getByName(name)
      },
    } as LaneWorkers
    const { object, states, merchant, clock, dueLanes } = await setUp(3, {}, laneWorkers)
    await merchant.run(`INSERT INTO dueWork (account, mode, lane, due) VALUES (?, 'test', 'bills', 0)`, merchant.id)
    expect(await object().wake(grant())).toEqual({ failures: 1 })
    expect(await states()).toEqual(['3 pending'])
    expect(await dueLanes()).toEqual([])
    isBroken = false
    clock.advance(limits.reversalLeaseMs + 1)
    await object().wake(grant())
    expect(await states()).toEqual(['3 reversed'])
  })

  test('a database that is away at the end of a lane fails the round once all lanes have ended, and the next wake does the rest', async () => {
    const parts = await setUp(3)
    await parts.merchant.run(
      "INSERT INTO dueWork (account, mode, lane, due) VALUES (?, 'test', 'bills', 0), (?, 'test', 'purges', 0)",
      parts.merchant.id,
      parts.merchant.id,
    )
    const { d1 } = faultyDatabase(bindings.DB_00, (call) => (call > 1 ? 'fails before' : 'runs'))
    const of = objectGateway.of!
    const away = { ...bindings, DB_00: d1 }
    objectGateway.of = () => of(away)
    expect(await parts.object().wake(grant())).toEqual({ failures: 1 })
    objectGateway.of = of
    parts.clock.advance(limits.reversalLeaseMs + 1)
    await parts.object().wake(grant())
    expect(await parts.states()).toEqual(['3 reversed'])
    expect(parts.reversals()).toEqual(once(3))
  })

  test('an object that is evicted during its work forgets nothing: the next wake does the rest once', async () => {
    const { object, states, reversals, clock } = await setUp(20, {})
    const woken = object()
      .wake(grant(-1, 1))
      .catch(() => undefined)
    await evictDurableObject(object()).catch(() => undefined)
    await woken
    clock.advance(limits.reversalLeaseMs + 1)
    await object().wake(grant())
    expect(await states()).toEqual(['20 reversed'])
    expect(reversals()).toEqual(once(20))
  })

  test('an alarm without a wake does the due work of a round', async () => {
    const { object, states } = await setUp(2)
    // Sets an alarm, and the object's memory of the grant is lost.
    void object()
      .wake(grant())
      .catch(() => undefined)
    await evictDurableObject(object()).catch(() => undefined)
    await expect.poll(states).toEqual(['2 reversed'])
  })

  test('an account that does not exist has no work', async () => {
    const object = bindings.ACCOUNT_WORK.getByName(accountWorkName('00', { account: 'nobody', mode: 'live' }))
    expect(await object.wake(grant())).toEqual({ failures: 0 })
  })
})
