import { abortAllDurableObjects } from 'cloudflare:test'
import { objectGateway } from '../../../testing/runtime/objectGateway.ts'
import type { MachineFault } from '../kernel/faults.ts'
import { gatewayOn } from '../kernel/gateway.ts'
import { workerdRuntime } from '../kernel/inWorkerd.ts'
import { holds } from '../kernel/model.ts'
import type { WithSystem } from '../kernel/model.ts'
import { inboxAt } from './webhookReceiver.ts'
import type { AccountSystem } from './system.ts'

/** Much longer than a command takes on the busiest machine. */
const patienceMs = 60_000

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

/** The worker in its own runtime with its Durable Objects, on real D1, with an account of its own. */
export const accountInWorkerd: WithSystem<AccountSystem> = async (work) => {
  const inboxes = new Map<string, ReturnType<typeof inboxAt>>()
  const system = gatewayOn(
    await workerdRuntime({
      fetch: async (request) => {
        const inbox = inboxes.get(request.url)
        if (inbox === undefined) throw new TypeError('No such receiver.')
        const delivery = { headers: Object.fromEntries(request.headers), body: await request.text(), at: system.now() }
        return new Response(null, { status: inbox.take(delivery) })
      },
    }),
  )

  /** Gives objects a machine; returns whether it is dead. */
  const startObjects = (fault: MachineFault | null) => {
    const { gateway, death } = system.startObjects(fault)
    objectGateway.of = () => gateway
    const state = { isDead: false }
    void death.then(() => {
      state.isDead = true
    })
    return state
  }

  let deaths = 0

  /** Runs work while objects are on a machine of their own with the same fault. When it dies, they start again on a healthy one. */
  const besideObjects = async <T>(fault: MachineFault | null, work: () => Promise<T>): Promise<T> => {
    // A lasting fault would last as long as a terminal waits: for ever.
    const objects = startObjects(fault?.kind === 'database' ? { ...fault, lasting: false } : fault)
    const step = { isOver: false }
    const done = work().finally(() => {
      step.isOver = true
    })
    const began = Date.now()
    while (!step.isOver) {
      await pause(2)
      holds(Date.now() - began < patienceMs, 'every request is answered', () => 'A request of this command is not.')
      if (!objects.isDead) continue
      objects.isDead = false
      deaths++
      startObjects(null)
      await abortAllDurableObjects()
    }
    const result = await done
    startObjects(null)
    return result
  }

  const run: AccountSystem['run'] = (doing, fault) =>
    besideObjects(fault, async () => {
      const result = await system.run(doing, fault)
      await system.settle()
      return result
    })

  await work({
    ...system,
    run,
    sweep: () => system.run((machine) => machine.sweep(), null),
    deaths: () => deaths,
    continuesWith: () => null,
    openInbox: async () => {
      const inbox = inboxAt(`https://r${crypto.randomUUID()}.receivers.net/hooks`)
      inboxes.set(inbox.url, inbox)
      return inbox
    },
  })
}
