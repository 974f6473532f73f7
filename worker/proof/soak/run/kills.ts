import { setTimeout as sleep } from 'node:timers/promises'
import { accountModel } from '../../models/account/account.ts'
import type { AccountSystem } from '../../models/account/system.ts'
import { createClient } from '../../models/kernel/client.ts'
import { unclearResponses } from '../../models/kernel/faults.ts'
import type { MachineFault } from '../../models/kernel/faults.ts'
import type { Account } from '../../models/kernel/gateway.ts'
import { run, type RunResult } from '../../models/kernel/model.ts'
import { soakCards } from '../cards.ts'
import { findLeaks } from '../../leaks/scan.ts'
import { WebhookGateway, acquirerWorker, type GatewaySettings } from '../../../../e2e/webhooks/gateway.ts'
import { createAccounts } from './accounts.ts'
import { connect } from './connect.ts'
import { KillSwitch } from './killSwitch.ts'
import { startOutsideProcessor } from './outsideProcessor.ts'
import type { OutsideName, OutsideProcessor } from './outsideProcessor.ts'
import { sendTo, startSoakGateway } from './processes.ts'
import { setOrder } from './setOrder.ts'
import { openReceiverServer } from './receiverServer.ts'
import { toKill, scenarioOf, killOrder } from './killPoints.ts'
import type { Kill, KillPoint } from './killPoints.ts'

/** Numbers of kills at each point. */
export type KillCounts = Readonly<Partial<Record<KillPoint, number>>>

export interface SoakResult extends RunResult {
  readonly kills: number
  readonly hit: KillCounts
  /** Kills that came too late, after the end of the command. */
  readonly missed: KillCounts
  /** The processors that were used. */
  readonly processors: readonly OutsideName[]
  /** Card data found in any stored file. */
  readonly leaks: readonly { readonly location: string; readonly finding: string }[]
}

export interface SoakOptions {
  readonly kills: number
  readonly seed: number
  /** Of each history. */
  readonly maxCommands?: number
  /** The processors of the histories, in turn. Default: the acquirer with each set of capabilities. */
  readonly processors?: readonly OutsideName[]
  /** The order of kills. */
  readonly points?: readonly KillPoint[]
  /** Begins the ids of its accounts, if runs share a folder. */
  readonly accountName?: string
}

/** Counts as text. */
export const printCounts = ({ hit, missed }: Pick<SoakResult, 'hit' | 'missed'>): string =>
  killOrder
    .filter((point, at) => killOrder.indexOf(point) === at)
    .map((point) => `${point} ${hit[point] ?? 0}${missed[point] === undefined ? '' : ` (missed ${missed[point]})`}`)
    .join(', ')

/** A short run uses this many processors of those that it is given, even if it needs a history more than it has kills. */
const minProcessors = 3

/** A gateway that is killed during commands and restarted on the same state, with processors and webhook receivers that survive it. */
class KillableGateway {
  kills = 0
  readonly hit: Partial<Record<KillPoint, number>> = {}
  readonly missed: Partial<Record<KillPoint, number>> = {}
  #isKilled = false
  readonly #maxKills: number
  readonly #points: readonly KillPoint[]
  readonly #closing: (() => Promise<void>)[] = []
  readonly #gateway: WebhookGateway
  readonly #used = new Map<OutsideName, OutsideProcessor>()
  #current: OutsideProcessor | null = null
  readonly #killSwitch: KillSwitch

  constructor(
    { kills, points = killOrder }: Pick<SoakOptions, 'kills' | 'points'>,
    gateway: WebhookGateway,
    killSwitch: KillSwitch,
  ) {
    this.#maxKills = kills
    this.#points = points
    this.#gateway = gateway
    this.#killSwitch = killSwitch
  }

  get used(): readonly OutsideName[] {
    return [...this.#used.keys()]
  }

  /** Restarts the gateway with this processor. */
  async use(name: OutsideName): Promise<void> {
    const processor = this.#used.get(name) ?? (await startOutsideProcessor(name, this.#killSwitch))
    this.#used.set(name, processor)
    if (this.#current === processor) return
    if (this.#current !== null) await this.#gateway.kill()
    this.#current = processor
    await this.#start()
  }

  get #processor(): OutsideProcessor {
    if (this.#current === null) throw new Error('The gateway has no processor.')
    return this.#current
  }

  #start(): Promise<void> {
    return startSoakGateway(this.#gateway, this.#processor)
  }

  #nextKill(fault: MachineFault): Kill {
    return toKill(fault, this.kills, this.#processor.can, this.#points)
  }

  async #runAndKill<T>(work: () => Promise<T>, fault: MachineFault): Promise<T> {
    const kill = this.#nextKill(fault)
    const armed = this.#killSwitch.arm(kill, async () => {
      await this.#gateway.kill()
      this.#isKilled = true
    })
    try {
      return await work()
    } finally {
      const counts = (await armed.finish()) ? this.hit : this.missed
      counts[kill.at] = (counts[kill.at] ?? 0) + 1
      this.kills++
      await this.#start()
      this.#isKilled = false
    }
  }

  #mayBeKilled(): boolean {
    return this.kills < this.#maxKills
  }

  async systemOf(accounts: readonly [Account, Account]): Promise<AccountSystem> {
    const processor = this.#processor
    const [{ id, secretKey }] = accounts
    const sweep = () => this.#gateway.running.sweep()
    const machine = { fetch: sendTo(this.#gateway, this.#killSwitch), sweep }
    if (!processor.isBuiltIn) await connect(createClient(machine.fetch, secretKey), processor, id)
    return {
      can: processor.can,
      ledger: processor.ledgerOf(id),
      faultPlan: processor.faultPlan,
      accounts,
      run: (work, fault) =>
        fault === null || !this.#mayBeKilled() ? work(machine) : this.#runAndKill(() => work(machine), fault),
      crashes: () => this.kills,
      scenarioFor: (fault) => (this.#mayBeKilled() && !this.#isKilled ? scenarioOf(this.#nextKill(fault).at) : null),
      // Delayed responses arrive on the real clock.
      deliverLate: () => sleep(5),
      advance: () => {},
      sweep,
      openReceiver: async () => {
        const { receiver, close } = await openReceiverServer(this.#killSwitch.reached)
        this.#closing.push(close)
        return receiver
      },
    }
  }

  async close(): Promise<void> {
    await Promise.all(this.#closing.map((close) => close()))
    for (const processor of this.#used.values()) await processor.close()
  }
}

/** Runs histories on a gateway that is killed with kill -9, each with the next processor, then scans its files for card data. */
export const soakWithKills = async (
  folder: Omit<GatewaySettings, 'config'>,
  { seed, maxCommands = 10, processors = setOrder, accountName, ...killing }: SoakOptions,
): Promise<SoakResult> => {
  const { kills } = killing
  const settings = { ...folder, config: acquirerWorker }
  const gateway = new WebhookGateway(settings)
  const killable = new KillableGateway(killing, gateway, new KillSwitch())
  try {
    // More than enough accounts: each history is killed about once, a longer one several times. No history may read the last one.
    const accounts = await createAccounts(2 * kills + 3, settings, accountName)
    const otherAccount = accounts.pop()!
    const runs = { count: accounts.length, seed, shrink: false, maxCommands }
    let histories = 0
    const model = accountModel(8, processors.includes('nmi') ? unclearResponses : [])
    const result = await run(model, runs, async (work) => {
      if (killable.kills >= kills && killable.used.length >= Math.min(minProcessors, processors.length)) return
      await killable.use(processors[histories++ % processors.length]!)
      await work(await killable.systemOf([accounts.pop()!, otherAccount]))
    })
    await gateway.kill()
    const leaks = await findLeaks([...soakCards], { folders: [folder.state], files: [] })
    const { hit, missed, used } = killable
    return { ...result, kills: killable.kills, hit, missed, processors: used, leaks }
  } finally {
    await gateway.close()
    await killable.close()
  }
}
