import { abortAllDurableObjects } from 'cloudflare:test'
import { objectGateway } from '../../../testing/runtime/objectGateway.ts'
import type { MachineFault } from '../kernel/faults.ts'
import { createSystem } from '../kernel/gateway.ts'
import { workerdRuntime } from '../kernel/inWorkerd.ts'
import { assertInvariant } from '../kernel/invariant.ts'
import type { WithSystem } from '../kernel/model.ts'
import { withDisputes } from './simulatedDisputes.ts'
import { createWebhookReceiver } from './webhookReceiver.ts'
import type { AccountSystem } from './system.ts'

/** Much longer than any command takes on a busy machine. */
const commandTimeoutMs = 60_000

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

/** The worker in workerd with its Durable Objects, on D1, with new accounts. */
export const accountInWorkerd: WithSystem<AccountSystem> = async (work, options) => {
  const receivers = new Map<string, ReturnType<typeof createWebhookReceiver>>()
  const system = createSystem(
    {
      ...(await workerdRuntime({
        fetch: async (request) => {
          const receiver = receivers.get(request.url)
          if (receiver === undefined) throw new TypeError('No such receiver.')
          const delivery = {
            headers: Object.fromEntries(request.headers),
            body: await request.text(),
            at: system.now(),
          }
          return new Response(null, { status: receiver.receive(delivery) })
        },
      })),
      extendProcessor: withDisputes,
    },
    options,
  )

  /** Starts a machine for Durable Objects. Returns whether it has crashed. */
  const startObjects = (fault: MachineFault | null) => {
    const { gateway, crashed } = system.startObjectMachine(fault)
    objectGateway.of = () => gateway
    const state = { isCrashed: false }
    void crashed.then(() => {
      state.isCrashed = true
    })
    return state
  }

  let crashes = 0

  /** Runs work while Durable Objects run on a second machine with the same fault. After a crash they restart on a healthy one. */
  const runWithObjects = async <T>(fault: MachineFault | null, work: () => Promise<T>): Promise<T> => {
    // A lasting fault would never end while a terminal waits for a card.
    const objects = startObjects(fault?.kind === 'database' ? { ...fault, lasting: false } : fault)
    const progress = { isDone: false }
    const done = work().finally(() => {
      progress.isDone = true
    })
    const started = Date.now()
    while (!progress.isDone) {
      await pause(2)
      assertInvariant(
        Date.now() - started < commandTimeoutMs,
        'every request gets a response',
        () => 'No response within a minute.',
      )
      if (!objects.isCrashed) continue
      objects.isCrashed = false
      crashes++
      startObjects(null)
      await abortAllDurableObjects()
    }
    const result = await done
    startObjects(null)
    return result
  }

  const run: AccountSystem['run'] = (execution, fault) =>
    runWithObjects(fault, async () => {
      const result = await system.run(execution, fault)
      await system.waitForIdle()
      return result
    })

  await work({
    ...system,
    run,
    sweep: () => system.run((machine) => machine.sweep(), null),
    crashes: () => crashes,
    scenarioFor: () => null,
    openReceiver: async () => {
      const receiver = createWebhookReceiver(`https://r${crypto.randomUUID()}.receivers.net/hooks`)
      receivers.set(receiver.url, receiver)
      return receiver
    },
  })
}
