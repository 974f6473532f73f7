import { abortAllDurableObjects, createExecutionContext, waitOnExecutionContext } from 'cloudflare:test'
import { parseEnvironment } from '../../app/env.ts'
import type { Bindings } from '../../app/env.ts'
import { createGateway } from '../../app/gateway.ts'
import type { GatewayParts } from '../../app/gateway.ts'
import { createWorker } from '../../app/worker.ts'
import { inMemoryAcquirer } from '../acquirer/memory.ts'
import { bindings } from '../../testing/bindings.ts'
import { limits } from '../models/checkouts/inWorkerd.ts'
import { startMachine } from '../models/payments/machine.ts'
import type { MachineFault } from '../models/payments/steps.ts'
import { createMerchant, testClock } from '../../testing/merchant.ts'
import { objectGateway } from '../../testing/objectGateway.ts'
import { inboxAt } from './inbox.ts'
import type { Send, UnderTest } from './underTest.ts'
import { holds } from './violation.ts'
import { interceptD1 } from '../../testing/interceptD1.ts'

/** What the acquirer keeps back. It looks again and again: an object of the platform may wait for nothing that another resolves. */
const keptBack = () => {
  const arrived = { times: 0 }
  return {
    wait: async (): Promise<void> => {
      const before = arrived.times
      while (arrived.times === before) await new Promise((resolve) => setTimeout(resolve, 2))
    },
    arrive: async (): Promise<void> => {
      arrived.times++
      await new Promise((resolve) => setTimeout(resolve, 30))
    },
  }
}

/** Much longer than a step takes on the busiest machine: what is not answered by then never is. */
const patienceMs = 60_000

/** A database that says how many batches are under way, dead machines' as well. */
const counting = (d1: D1Database) => {
  const going = { batches: 0 }
  const counted = interceptD1(d1, {
    around: (_batch, run) => {
      going.batches++
      return run().finally(() => going.batches--)
    },
  })
  return { counted, going }
}

/** The worker in its own runtime, with its Durable Objects, on real D1, with an account of its own. */
export const soakInWorkerd = async (): Promise<UnderTest> => {
  const { DB_00: _other, DB_01, ...rest } = bindings
  const { counted: d1, going } = counting(DB_01)
  const atRest = async (): Promise<void> => {
    do await new Promise((resolve) => setTimeout(resolve, 1))
    while (going.batches > 0)
  }
  const merchant = await createMerchant({ shard: '01' })
  const stranger = await createMerchant({ shard: '01' })
  const live = await merchant.issue('sk', { mode: 'live' })
  const clock = testClock()
  const late = keptBack()
  const { processor, book, orders } = inMemoryAcquirer({ now: clock.now, wait: late.wait })
  const inboxes = new Map<string, ReturnType<typeof inboxAt>>()
  const parts: GatewayParts = {
    clock,
    processor,
    limits,
    log: () => {},
    rateLimiters: {},
    fetch: async (request) => {
      const inbox = inboxes.get(request.url)
      if (inbox === undefined) throw new TypeError('Nobody is there.')
      const delivery = { headers: Object.fromEntries(request.headers), body: await request.text(), at: clock.now() }
      return new Response(null, { status: inbox.take(delivery) })
    },
  }
  // One gateway listens for what comes late, as one isolate of many would.
  createGateway(parseEnvironment({ ...rest, DB_01: d1 } as Bindings), parts)

  /** A machine for objects, and what has become of it. */
  const startObjects = (fault: MachineFault | null) => {
    const machine = startMachine({ d1: DB_01, processor }, fault)
    const environment = { ...rest, DB_01: machine.d1 } as Bindings
    const gateway = createGateway(parseEnvironment(environment), { ...parts, processor: machine.processor })
    objectGateway.of = () => gateway
    const state = { isDead: false }
    void machine.death.then(() => {
      state.isDead = true
    })
    return state
  }

  let deaths = 0
  /** Ends all objects, which begin anew on a machine where nothing is wrong. */
  const endObjects = async (): Promise<void> => {
    deaths++
    startObjects(null)
    await abortAllDurableObjects()
  }

  /** Does work while objects are on a machine of their own that has such a fault as well. */
  const besideObjects = async (fault: MachineFault | null, work: () => Promise<void>): Promise<void> => {
    // What lasts for as long as somebody waits for a reader would last for ever.
    const objects = startObjects(fault?.kind === 'database' ? { ...fault, lasting: false } : fault)
    const step = { isOver: false }
    const done = work().finally(() => {
      step.isOver = true
    })
    const began = Date.now()
    while (!step.isOver) {
      await new Promise((resolve) => setTimeout(resolve, 2))
      holds(Date.now() - began < patienceMs, 'every request is answered', () => 'A request of this step is not.')
      if (!objects.isDead) continue
      objects.isDead = false
      await endObjects()
    }
    await done
    startObjects(null)
  }

  const start = (fault: Parameters<typeof startMachine>[1]) => {
    const machine = startMachine({ d1, processor }, fault)
    const worker = createWorker({ ...parts, processor: machine.processor })
    const environment: Bindings = { ...rest, DB_01: machine.d1 }
    const contexts: ExecutionContext[] = []
    const dead = machine.death.then((): never => {
      throw new Error('The machine is dead.')
    })
    dead.catch(() => {})
    const context = () => {
      const made = createExecutionContext()
      contexts.push(made)
      return made
    }
    const send: Send = (request) => {
      const asked = request as Request<unknown, IncomingRequestCfProperties>
      return Promise.race([Promise.resolve(worker.fetch!(asked, environment, context())), dead])
    }
    return {
      send,
      sweep: () => worker.scheduled!({} as ScheduledController, environment, context()),
      over: () => Promise.race([Promise.all(contexts.map(waitOnExecutionContext)), machine.death]),
    }
  }

  return {
    book,
    orders,
    account: merchant.id,
    keys: { own: merchant.secretKey, live: live.key, stranger: stranger.secretKey },
    run: async (work, fault) => {
      await besideObjects(fault, async () => {
        const { send, over } = start(fault)
        await work(send)
        await over()
        await atRest()
      })
    },
    deaths: () => deaths,
    goesOnWith: () => null,
    hearLate: async () => {
      await late.arrive()
      await atRest()
    },
    sweep: async () => {
      const { sweep, over } = start(null)
      await sweep()
      await over()
    },
    openInbox: async () => {
      const inbox = inboxAt(`https://r${crypto.randomUUID()}.receivers.net/hooks`)
      inboxes.set(inbox.url, inbox)
      return inbox
    },
  }
}
