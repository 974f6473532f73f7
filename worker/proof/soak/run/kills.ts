import { setTimeout as sleep } from 'node:timers/promises'
import { capabilitySets } from '../../../processors/conformance/capabilitySets.ts'
import type { CapabilitySetName } from '../../../processors/conformance/capabilitySets.ts'
import type { Acquirer } from '../../acquirer/server.ts'
import { accountModel } from '../../models/account/account.ts'
import type { AccountSystem } from '../../models/account/system.ts'
import type { MachineFault } from '../../models/kernel/faults.ts'
import type { Account } from '../../models/kernel/gateway.ts'
import { run, type RunResult } from '../../models/kernel/model.ts'
import { soakCards } from '../cards.ts'
import { findLeaks } from '../../leaks/scan.ts'
import { WebhookGateway, acquirerWorker, type GatewaySettings } from '../../../../e2e/webhooks/gateway.ts'
import { createAccounts } from './accounts.ts'
import { KillSwitch } from './killSwitch.ts'
import { sendTo, startSoakAcquirer, startSoakGateway } from './processes.ts'
import { setOrder } from './setOrder.ts'
import { openReceiverServer } from './receiverServer.ts'
import { toKill, scenarioOf, killOrder } from './killPoints.ts'
import type { KillPoint } from './killPoints.ts'

/** Numbers of kills at each point. */
export type KillCounts = Readonly<Partial<Record<KillPoint, number>>>

export interface SoakResult extends RunResult {
  readonly kills: number
  readonly hit: KillCounts
  /** Kills that came too late, after the end of the command. */
  readonly missed: KillCounts
  /** The sets of capabilities that the acquirer played. */
  readonly sets: readonly CapabilitySetName[]
  /** Card data found in any stored file. */
  readonly leaks: readonly { readonly location: string; readonly finding: string }[]
}

export interface SoakOptions {
  readonly kills: number
  readonly seed: number
  /** Of each history. */
  readonly maxCommands?: number
}

/** Counts as text. */
export const printCounts = ({ hit, missed }: Pick<SoakResult, 'hit' | 'missed'>): string =>
  killOrder
    .filter((point, at) => killOrder.indexOf(point) === at)
    .map((point) => `${point} ${hit[point] ?? 0}${missed[point] === undefined ? '' : ` (missed ${missed[point]})`}`)
    .join(', ')

/** A short run plays this many sets, even if it needs a history more than it has kills. */
const minSets = 3

/** A gateway that is killed during commands and restarted on the same state, with an acquirer and webhook receivers that survive it. */
class KillableGateway {
  kills = 0
  readonly hit: Partial<Record<KillPoint, number>> = {}
  readonly missed: Partial<Record<KillPoint, number>> = {}
  #isKilled = false
  readonly #maxKills: number
  readonly #closing: (() => Promise<void>)[] = []
  readonly #gateway: WebhookGateway
  readonly #acquirers = new Map<CapabilitySetName, Acquirer>()
  #set: CapabilitySetName | null = null
  readonly #killSwitch: KillSwitch

  constructor(maxKills: number, gateway: WebhookGateway, killSwitch: KillSwitch) {
    this.#maxKills = maxKills
    this.#gateway = gateway
    this.#killSwitch = killSwitch
  }

  /** The sets that the acquirer has played. */
  get sets(): readonly CapabilitySetName[] {
    return [...this.#acquirers.keys()]
  }

  /** Restarts the gateway with an acquirer that plays this set. */
  async play(set: CapabilitySetName): Promise<void> {
    if (this.#set === set) return
    const acquirer = this.#acquirers.get(set) ?? (await startSoakAcquirer(set, this.#killSwitch))
    this.#acquirers.set(set, acquirer)
    if (this.#set !== null) await this.#gateway.kill()
    this.#set = set
    await this.#start()
  }

  get #acquirer(): Acquirer {
    return this.#acquirers.get(this.#playedSet)!
  }

  get #playedSet(): CapabilitySetName {
    if (this.#set === null) throw new Error('The acquirer plays no set.')
    return this.#set
  }

  #start(): Promise<void> {
    return startSoakGateway(this.#gateway, this.#acquirer, this.#playedSet)
  }

  async #runAndKill<T>(work: () => Promise<T>, fault: MachineFault): Promise<T> {
    const kill = toKill(fault, this.kills, capabilitySets[this.#playedSet])
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

  systemOf(accounts: readonly [Account, Account]): AccountSystem {
    const { ledger, faultPlan } = this.#acquirer
    const sweep = () => this.#gateway.running.sweep()
    const machine = { fetch: sendTo(this.#gateway, this.#killSwitch), sweep }
    return {
      can: capabilitySets[this.#playedSet],
      ledger,
      faultPlan,
      accounts,
      run: (work, fault) =>
        fault === null || !this.#mayBeKilled() ? work(machine) : this.#runAndKill(() => work(machine), fault),
      crashes: () => this.kills,
      scenarioFor: (fault) =>
        this.#mayBeKilled() && !this.#isKilled
          ? scenarioOf(toKill(fault, this.kills, capabilitySets[this.#playedSet]).at)
          : null,
      // The acquirer's delayed responses arrive on the real clock.
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
    for (const acquirer of this.#acquirers.values()) await acquirer.close()
  }
}

/** Runs histories on a gateway that is killed with kill -9, each with the next set of capabilities, then scans its files for card data. */
export const soakWithKills = async (
  folder: Omit<GatewaySettings, 'config'>,
  { kills, seed, maxCommands = 10 }: SoakOptions,
): Promise<SoakResult> => {
  const settings = { ...folder, config: acquirerWorker }
  const gateway = new WebhookGateway(settings)
  const killable = new KillableGateway(kills, gateway, new KillSwitch())
  try {
    // More than enough accounts: each history is killed about once, a longer one several times. No history may read the last one.
    const accounts = await createAccounts(2 * kills + 3, settings)
    const otherAccount = accounts.pop()!
    const runs = { count: accounts.length, seed, shrink: false, maxCommands }
    let histories = 0
    const result = await run(accountModel(8), runs, async (work) => {
      if (killable.kills >= kills && killable.sets.length >= minSets) return
      await killable.play(setOrder[histories++ % setOrder.length]!)
      await work(killable.systemOf([accounts.pop()!, otherAccount]))
    })
    await gateway.kill()
    const leaks = await findLeaks([...soakCards], { folders: [folder.state], files: [] })
    const { hit, missed, sets } = killable
    return { ...result, kills: killable.kills, hit, missed, sets, leaks }
  } finally {
    await gateway.close()
    await killable.close()
  }
}
