import { cp, mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Reconciliation } from '#contract/connections/reconciliation'
import * as fc from 'fast-check'
import { copyDatabase, openDatabaseCopy, replaceDatabase } from '../../../../e2e/bench/growth/databaseFiles.ts'
import { WebhookGateway, acquirerWorker } from '../../../../e2e/webhooks/gateway.ts'
import type { GatewaySettings } from '../../../../e2e/webhooks/gateway.ts'
import type { Capabilities } from '../../../processors/processor.ts'
import { findLeaks } from '../../leaks/scan.ts'
import { readList } from '../../models/account/client.ts'
import { createClient } from '../../models/kernel/client.ts'
import type { ApiResponse } from '../../models/kernel/client.ts'
import type { Account, Row } from '../../models/kernel/gateway.ts'
import { soakCards } from '../cards.ts'
import { createAccounts } from './accounts.ts'
import { connect } from './connect.ts'
import { DeliveryGate } from './deliveryGate.ts'
import { killOrder, scenarioOf, toKill } from './killPoints.ts'
import type { KillPoint } from './killPoints.ts'
import { KillSwitch } from './killSwitch.ts'
import { startOutsideProcessor } from './outsideProcessor.ts'
import type { OutsideName } from './outsideProcessor.ts'
import { sendTo, startSoakGateway } from './processes.ts'
import { openReceiverServer } from './receiverServer.ts'
import { setOrder } from './setOrder.ts'
import { Shop } from './shop.ts'
import { patienceMs, untilEmpty } from './untilEmpty.ts'

/**
 * Restores of the database files of a gateway that was killed. Its Durable Objects, the processor and a webhook receiver keep what they have
 * seen since the backup. The gateway starts again, shops go on, and it is reconciled with the processor.
 */

/** A kill within a command. `point` is an index. */
interface DrawnKill {
  readonly point: number
  readonly call: number
  readonly when: 'before' | 'after'
}

/** What varies between restores. */
export interface RestorePlan {
  /** Orders before the backup, and between it and the restore. */
  readonly before: number
  readonly lost: number
  /** Events between the restore and the reconciliation, compared with those that the restore removes. */
  readonly after: 'fewer' | 'more'
  /** Whether deliveries are under way at the backup, and at the restore. The others are done. */
  readonly pendingAtBackup: boolean
  readonly pendingAtRestore: boolean
  /** The kill before the backup. Null: between two requests. */
  readonly backupKill: DrawnKill | null
  readonly restoreKill: DrawnKill
  /** Which lost orders the shops place again after the restore, with the same keys. */
  readonly repeated: readonly boolean[]
}

const drawnKill: fc.Arbitrary<DrawnKill> = fc.record({
  point: fc.nat({ max: 99 }),
  call: fc.integer({ min: 1, max: 12 }),
  when: fc.constantFrom('before' as const, 'after' as const),
})

const restorePlan: fc.Arbitrary<RestorePlan> = fc.record({
  before: fc.integer({ min: 1, max: 6 }),
  lost: fc.integer({ min: 3, max: 8 }),
  after: fc.constantFrom('fewer' as const, 'more' as const),
  pendingAtBackup: fc.boolean(),
  pendingAtRestore: fc.boolean(),
  backupKill: fc.option(drawnKill),
  restoreKill: drawnKill,
  repeated: fc.array(fc.boolean(), { minLength: 1, maxLength: 10 }),
})

/** Kill points that payments and their deliveries pass. */
const killPoints: readonly KillPoint[] = killOrder.filter((point) =>
  ['payments', 'delivery'].includes(scenarioOf(point)),
)

/** Whether every outcome is known in the end. Otherwise a person decides, so the backup is taken between two requests. */
const findsOutcomes = ({ repeats, finds, reverses }: Capabilities): boolean =>
  finds === 'byOurReference' || (repeats === 'byKey' && reverses === 'byOurReference')

/** How a restore ended. */
export interface RestoreResult {
  readonly processor: OutsideName
  /** Where the gateway was killed before the restore. Null: between two requests. */
  readonly restoreKill: KillPoint | null
  /** Events that the restore removed. */
  readonly removed: number
  /** Events between the restore and the reconciliation. */
  readonly added: number
  /** Events of the restored database in the end. */
  readonly events: number
  /** Events of the restored database that the receiver did not get. */
  readonly undelivered: readonly string[]
  /** Events that are not listed as delivered in the end. */
  readonly unlisted: readonly string[]
  /** Events listed as delivered before the receiver had acknowledged them. */
  readonly falselyDelivered: readonly string[]
  /** Deliveries with an invalid signature or another body than the first delivery of the event. */
  readonly invalid: readonly string[]
  /** Resources whose sequence numbers have a gap, and the account if its positions have one. */
  readonly gaps: readonly string[]
  /** Whether the webhook's object has logged the restore. */
  readonly isNoticed: boolean
  readonly repairs: number
  /** Differences from the processor after the repairs. */
  readonly left: Reconciliation['differences']
  /** Sums of both books. */
  readonly ours: Row
  readonly theirs: Row
  /** The most payments of one order that stand at the acquirer. */
  readonly chargesOfAnOrder: number
  readonly leaks: readonly { readonly location: string; readonly finding: string }[]
  readonly tookMs: number
}

/** Rows of the database of a stopped gateway. */
const readRows = async (state: string, text: string, ...values: string[]): Promise<Row[]> => {
  const { database, remove } = await openDatabaseCopy(state)
  try {
    return database.prepare(text).all(...values)
  } finally {
    await remove()
  }
}

const selectEvents = 'SELECT id FROM events WHERE account = ?'
const selectGaps = `SELECT resource FROM events WHERE account = ?1 GROUP BY resource
  HAVING count(*) <> max(sequence) OR count(*) <> count(DISTINCT sequence)
  UNION ALL SELECT account FROM events WHERE account = ?1 GROUP BY account HAVING count(*) <> max(position)`
const selectSums = `SELECT coalesce(sum(approved), 0) AS authorized, coalesce(sum(captured), 0) AS captured, coalesce(sum(credited), 0) AS credited
  FROM transactions WHERE account = ? AND type = 'payment' AND status NOT IN ('pending', 'declined', 'failed', 'reversed', 'voided')`

/** Restores a backup under the objects of a new gateway. */
const restoreOnce = async (
  settings: GatewaySettings,
  { id: account, secretKey }: Account,
  name: OutsideName,
  plan: RestorePlan,
): Promise<RestoreResult> => {
  const begin = Date.now()
  const { state } = settings
  const killSwitch = new KillSwitch()
  const gate = new DeliveryGate()
  const gateway = new WebhookGateway(settings)
  const processor = await startOutsideProcessor(name, killSwitch)
  const { can } = processor
  const ledger = processor.ledgerOf(account)
  const { receiver, close } = await openReceiverServer(async (point) => {
    await killSwitch.reached(point)
    if (point === 'received') await gate.pass()
  })
  const send = sendTo(gateway, killSwitch)
  const call = createClient(send, secretKey)
  const start = () => startSoakGateway(gateway, processor)

  const succeed = async (...args: Parameters<typeof call>): Promise<ApiResponse['json']> => {
    const { status, text, json } = await call(...args)
    if (status !== 200) throw new Error(`${args[0]} ${args[1]} returned ${status}: ${text}`)
    return json
  }

  const shop = new Shop(call, () => gateway.running.sweep())

  /** Sends orders until the gateway is killed within one. Returns null if they did not reach the kill point. */
  const killWithin = async (drawn: DrawnKill): Promise<KillPoint | null> => {
    const kill = toKill(drawn, drawn.point, can, killPoints)
    const armed = killSwitch.arm(kill, () => gateway.kill())
    try {
      for (let orders = 0; orders < 12 && !armed.isHit(); orders++) await shop.trade(1)
    } catch (error) {
      // The connection of the interrupted request.
      if (!armed.isHit()) throw error
    }
    const isHit = await armed.finish()
    gate.abandon()
    return isHit ? kill.at : null
  }

  // Events

  const eventIds = async (): Promise<string[]> =>
    (await readList(send, secretKey, '/v1/events', 'events')).map(({ id }) => id)
  const undelivered = async (): Promise<string[]> => {
    await gateway.running.sweep()
    return (await eventIds()).filter((id) => !receiver.received.has(id))
  }
  const delivered = async (): Promise<void> => {
    const left = await untilEmpty(undelivered, Date.now() + patienceMs)
    if (left.length > 0) throw new Error(`${left.length} events were not delivered without a restore.`)
  }
  const isListed = async (id: string, webhook: string): Promise<boolean> => {
    const { deliveries } = await succeed('GET', `/v1/events/${id}/attempts`)
    return deliveries.some((one: any) => one.webhook === webhook && one.state === 'delivered')
  }

  const subscribe = async (): Promise<string> => {
    const registration = { url: receiver.url, enabled: true, subscribedEvents: null }
    const { webhook } = await succeed('POST', '/v1/webhook', registration)
    receiver.register(webhook)
    return webhook.id
  }

  const reconcile = async (connection: string) => {
    const differences: Reconciliation['differences'] = []
    const repairs: Reconciliation['repairs'] = []
    const span = { from: new Date(begin - patienceMs).toISOString(), to: new Date(Date.now() + 1000).toISOString() }
    let cursor: string | null = null
    do {
      const body = { ...span, repair: true, ...(cursor !== null && { cursor }) }
      const page: Reconciliation = (await succeed('POST', `/v1/connections/${connection}/reconcile`, body))
        .reconciliation
      differences.push(...page.differences)
      repairs.push(...page.repairs)
      cursor = page.cursor
    } while (cursor !== null)
    return { differences, repairs }
  }

  const backup = `${state}-backup`
  try {
    await start()
    const connection = await connect(call, processor, account)
    const webhook = await subscribe()

    await shop.trade(plan.before)
    await delivered()
    if (plan.pendingAtBackup) {
      gate.hold()
      await shop.trade(1)
    }
    if (plan.backupKill !== null && findsOutcomes(can)) await killWithin(plan.backupKill)
    else await gateway.kill()
    gate.abandon()
    await mkdir(backup)
    await copyDatabase(state, backup)
    const openBefore = shop.openOrders
    const ordersBefore = shop.orders.length

    await start()
    const interrupted = shop.orders.find(({ payment }) => payment === null)
    if (interrupted !== undefined) await shop.placeAgain(interrupted)
    for (const order of openBefore) await shop.modify(order, 'capture')
    await shop.trade(plan.lost)
    await delivered()
    if (plan.pendingAtRestore) gate.hold()
    const restoreKill = await killWithin(plan.restoreKill)
    const lost = await readRows(state, selectEvents, account)
    await replaceDatabase(state, backup)
    const kept = new Set((await readRows(state, selectEvents, account)).map(({ id }) => id))
    const removed = lost.filter(({ id }) => !kept.has(id)).length

    gate.hold()
    await start()
    const again = shop.orders.filter(
      ({ number, payment }) =>
        number >= ordersBefore && (payment === null || plan.repeated[number % plan.repeated.length] === true),
    )
    if (plan.after === 'more') for (const order of again) await shop.placeAgain(order)
    const added = async () => (await eventIds()).filter((id) => !kept.has(id)).length
    do await shop.trade(1)
    while (plan.after === 'more' && (await added()) <= removed)
    const addedCount = await added()
    const listed: string[] = []
    for (const id of await eventIds()) if (await isListed(id, webhook)) listed.push(id)
    const falselyDelivered = listed.filter((id) => !receiver.received.has(id))
    gate.release()
    /** Of all that follows: after one failure the rest is not waited for. */
    const end = Date.now() + patienceMs
    const left = await untilEmpty(undelivered, end)
    const isNoticed = gateway.running.worker
      .output()
      .split('\n')
      .some((line) => line.includes('"webhook":"database restored"') && line.includes(webhook))

    let repairs = 0
    const differences = await untilEmpty(async () => {
      await gateway.running.sweep()
      const found = await reconcile(connection)
      repairs += found.repairs.length
      return [...found.differences, ...found.repairs]
    }, end)
    const undeliveredAtEnd = await untilEmpty(undelivered, end)
    const unlisted = await untilEmpty(async () => {
      const ids: string[] = []
      for (const id of await eventIds()) if (!(await isListed(id, webhook))) ids.push(id)
      return ids
    }, end)
    await gateway.kill()

    const events = await readRows(state, selectEvents, account)
    const totals = ledger.totals(account, 840)
    const standing = ledger.entries().filter(({ type, state: now }) => type === 'authorize' && now === 'approved')
    return {
      processor: name,
      restoreKill,
      removed,
      added: addedCount,
      events: events.length,
      undelivered: [...new Set([...left, ...undeliveredAtEnd])],
      unlisted,
      falselyDelivered,
      invalid: receiver.invalid,
      gaps: (await readRows(state, selectGaps, account)).map(({ resource }) => String(resource)),
      isNoticed,
      repairs,
      left: differences as Reconciliation['differences'],
      ours: (await readRows(state, selectSums, account))[0]!,
      theirs: {
        authorized: Number(totals.authorized),
        captured: Number(totals.captured),
        credited: Number(totals.credited),
      },
      chargesOfAnOrder: Math.max(
        ...shop.orders.map(
          ({ amount }) => standing.filter(({ requested }) => requested === String(amount * 100)).length,
        ),
      ),
      leaks: await findLeaks([...soakCards], { folders: [state, backup], files: [] }),
      tookMs: Date.now() - begin,
    }
  } finally {
    gate.abandon()
    await gateway.close()
    await close()
    await processor.close()
    await rm(backup, { recursive: true, force: true })
  }
}

export interface RestoreOptions {
  readonly restores: number
  readonly seed: number
  /** In place of the drawn one. */
  readonly plan?: RestorePlan
  /** The processors of the restores, in turn. Default: the acquirer with each set of capabilities. */
  readonly processors?: readonly OutsideName[]
}

/** Runs the plans that this seed draws. */
export const soakWithRestores = async (
  folder: Omit<GatewaySettings, 'config'>,
  { restores, seed, plan, processors = setOrder }: RestoreOptions,
  onRestored: (result: RestoreResult) => void = () => {},
): Promise<RestoreResult[]> => {
  const settings = { ...folder, config: acquirerWorker }
  const [account] = await createAccounts(1, settings)
  const plans = plan === undefined ? fc.sample(restorePlan, { numRuns: restores, seed }) : [plan]
  const results: RestoreResult[] = []
  for (const [number, drawn] of plans.entries()) {
    // Each restore begins with the same empty account.
    const state = join(folder.state, '..', `state-${number}`)
    await cp(folder.state, state, { recursive: true })
    const result = await restoreOnce({ ...settings, state }, account!, processors[number % processors.length]!, drawn)
    onRestored(result)
    results.push(result)
    await rm(state, { recursive: true })
  }
  return results
}
