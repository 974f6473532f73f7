import { setTimeout as sleep } from 'node:timers/promises'
import { accountSql, keySql } from '../../../cli/accounts/accountSql.ts'
import { executeSql } from '../../../cli/wrangler/wrangler.ts'
import { mintApiKey } from '../../../domain/apiKeys/format.ts'
import { eventCommitted, beforeCompletion } from '../../acquirer/crashPoints.ts'
import { capabilitySets } from '../../../processors/conformance/capabilitySets.ts'
import type { CapabilitySetName } from '../../../processors/conformance/capabilitySets.ts'
import { startAcquirer, type Acquirer } from '../../acquirer/server.ts'
import { gatewayOrigin } from '../../../testing/requestDefaults.ts'
import { accountModel } from '../../models/account/account.ts'
import type { AccountSystem } from '../../models/account/system.ts'
import type { Send } from '../../models/kernel/client.ts'
import type { MachineFault } from '../../models/kernel/faults.ts'
import type { Account } from '../../models/kernel/gateway.ts'
import { run, type RunResult } from '../../models/kernel/model.ts'
import { soakCards } from '../cards.ts'
import { findLeaks } from '../../leaks/scan.ts'
import { WebhookGateway, acquirerWorker, type GatewaySettings } from '../../../../e2e/webhooks/gateway.ts'
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

/** In the order of histories: first those whose ways of recovery differ most. */
const setOrder: readonly CapabilitySetName[] = [
  'nmiLike',
  'blind',
  'adyenLike',
  'isoLike',
  'stripeLike',
  'lateInEverything',
  'findsAtOnce',
  'bareCards',
  'fixedCaptures',
]

const mint = (mode: 'test' | 'live'): string => mintApiKey({ kind: 'sk', mode, shard: '00' }).reveal()

/** Creates all accounts in one call, since each start of wrangler is slow, and one more account that no history may read. */
const createAccounts = async (count: number, settings: GatewaySettings): Promise<Account[]> => {
  const accounts = Array.from({ length: count + 1 }, (_, number) => ({
    id: `soak-${number}`,
    secretKey: mint('test'),
    liveKey: mint('live'),
  }))
  const now = Date.now()
  const statements: string[] = []
  for (const { id, secretKey, liveKey } of accounts)
    statements.push(
      accountSql({ id, settings: { rateTier: 'unlimited' }, now }),
      await keySql({ id: `${id}-test`, account: id, key: secretKey, now }),
      await keySql({ id: `${id}-live`, account: id, key: liveKey, now }),
    )
  await executeSql('DB_00', statements.join('\n'), settings)
  return accounts
}

/** Counts as text. */
export const printCounts = ({ hit, missed }: Pick<SoakResult, 'hit' | 'missed'>): string =>
  killOrder
    .filter((point, at) => killOrder.indexOf(point) === at)
    .map((point) => `${point} ${hit[point] ?? 0}${missed[point] === undefined ? '' : ` (missed ${missed[point]})`}`)
    .join(', ')

/** A short run plays this many sets, even if it needs a history more than it has kills. */
const minSets = 3

const noWait = async (): Promise<void> => {}

/** A gateway that is killed during commands and restarted on the same state, with an acquirer and webhook receivers that survive it. */
class KillableGateway {
  kills = 0
  readonly hit: Partial<Record<KillPoint, number>> = {}
  readonly missed: Partial<Record<KillPoint, number>> = {}
  #isKilled = false
  readonly #maxKills: number
  readonly #closing: (() => Promise<void>)[] = []
  readonly #gateway: WebhookGateway
  readonly #startAcquirer: (set: CapabilitySetName) => Promise<Acquirer>
  readonly #acquirers = new Map<CapabilitySetName, Acquirer>()
  #set: CapabilitySetName | null = null
  readonly #listener: { onReached: (point: KillPoint) => Promise<void> }

  constructor(
    maxKills: number,
    gateway: WebhookGateway,
    startAcquirer: (set: CapabilitySetName) => Promise<Acquirer>,
    listener: { onReached: (point: KillPoint) => Promise<void> },
  ) {
    this.#maxKills = maxKills
    this.#gateway = gateway
    this.#startAcquirer = startAcquirer
    this.#listener = listener
  }

  #send: Send = async (request) => {
    const { url } = this.#gateway.running
    const response = await fetch(new Request(request.url.replace(gatewayOrigin, url), request))
    // Read completely, since a kill may interrupt the body as well.
    const text = await response.text()
    void this.#listener.onReached('response sent')
    return new Response(text, { status: response.status, headers: response.headers })
  }

  /** The sets that the acquirer has played. */
  get sets(): readonly CapabilitySetName[] {
    return [...this.#acquirers.keys()]
  }

  /** Restarts the gateway with an acquirer that plays this set. */
  async play(set: CapabilitySetName): Promise<void> {
    if (this.#set === set) return
    const acquirer = this.#acquirers.get(set) ?? (await this.#startAcquirer(set))
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
    const { url } = this.#acquirer
    return this.#gateway.start({ ALLOW_LOCAL_WEBHOOKS: '1', ACQUIRER_URL: url, ACQUIRER_SET: this.#playedSet })
  }

  async #runAndKill<T>(work: () => Promise<T>, fault: MachineFault): Promise<T> {
    const { at, before, afterMs } = toKill(fault, this.kills, capabilitySets[this.#playedSet])
    let remaining = before
    let killing: Promise<void> | undefined
    this.#listener.onReached = async (point) => {
      if (point !== at || remaining-- !== 0) return
      killing = sleep(afterMs).then(() => this.#gateway.kill())
      await killing
      this.#isKilled = true
    }
    if (at === 'anytime') void this.#listener.onReached(at)
    try {
      return await work()
    } finally {
      this.#listener.onReached = noWait
      const counts = killing === undefined ? this.missed : this.hit
      counts[at] = (counts[at] ?? 0) + 1
      // If the point was not reached, kill after the command.
      await (killing ?? this.#gateway.kill())
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
    const machine = { fetch: this.#send, sweep }
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
        const { receiver, close } = await openReceiverServer((point) => this.#listener.onReached(point))
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
  const listener: { onReached: (point: KillPoint) => Promise<void> } = { onReached: noWait }
  const startListened = async (set: CapabilitySetName): Promise<Acquirer> => {
    const acquirer = await startAcquirer({
      // Operations are visible at once: recovery would wait for real time otherwise, and the test clock cannot shorten that.
      can: { ...capabilitySets[set], visibleAfterMs: 0 },
      onKillPoint: (point) => listener.onReached(point),
      onEffect: (type) => listener.onReached(`${type} executed`),
      onAcknowledged: (op) => {
        if (op === eventCommitted) return listener.onReached('committed')
        return listener.onReached(
          op === beforeCompletion ? 'completion' : `${acquirer.ledger.find(op)!.type} response received`,
        )
      },
    })
    return acquirer
  }
  const settings = { ...folder, config: acquirerWorker }
  const gateway = new WebhookGateway(settings)
  const killable = new KillableGateway(kills, gateway, startListened, listener)
  try {
    // More than enough accounts: each history is killed about once, a longer one several times.
    const accounts = await createAccounts(2 * kills + 2, settings)
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
