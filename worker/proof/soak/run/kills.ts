import { setTimeout as sleep } from 'node:timers/promises'
import { accountSql, keySql } from '../../../cli/accounts/accountSql.ts'
import { executeSql } from '../../../cli/wrangler/wrangler.ts'
import { mintApiKey } from '../../../domain/apiKeys/format.ts'
import { announced, completion } from '../../acquirer/moments.ts'
import { startAcquirer, type Acquirer } from '../../acquirer/server.ts'
import { gatewayOrigin } from '../../../testing/requestDefaults.ts'
import { accountWith } from '../../models/account/account.ts'
import type { AccountSystem } from '../../models/account/system.ts'
import type { Send } from '../../models/kernel/client.ts'
import type { MachineFault } from '../../models/kernel/faults.ts'
import type { Account } from '../../models/kernel/gateway.ts'
import { run, type Ran } from '../../models/kernel/model.ts'
import { soakCards } from '../cards.ts'
import { findLeaks } from '../../leaks/scan.ts'
import { DeliveringGateway, telling, type Settings } from '../../../../e2e/webhooks/gateway.ts'
import { openInboxServer } from './receiverServer.ts'
import { killOf, roundOf, turns } from './killPoints.ts'
import type { Moment } from './killPoints.ts'

/** How often the runtime was killed at a moment, and how often it was to be and the step was over before. */
export type Counts = Readonly<Partial<Record<Moment, number>>>

export interface Settled extends Ran {
  readonly kills: number
  readonly hit: Counts
  readonly missed: Counts
  /** What of cards was found in any store. */
  readonly leaks: readonly { readonly where: string; readonly what: string }[]
}

export interface Killing {
  readonly kills: number
  readonly seed: number
  /** Of each history. */
  readonly maxCommands?: number
}

const mint = (mode: 'test' | 'live'): string => mintApiKey({ kind: 'sk', mode, shard: '00' }).reveal()

/** Accounts for as many histories, in one go: each start of wrangler takes as long as a kill. The last one is a stranger to all. */
const makeAccounts = async (count: number, settings: Settings): Promise<Account[]> => {
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

/** In words. */
export const printCounts = ({ hit, missed }: Pick<Settled, 'hit' | 'missed'>): string =>
  turns
    .filter((moment, at) => turns.indexOf(moment) === at)
    .map(
      (moment) => `${moment} ${hit[moment] ?? 0}${missed[moment] === undefined ? '' : ` (missed ${missed[moment]})`}`,
    )
    .join(', ')

const nobody = async (): Promise<void> => {}

/** A gateway that is killed in the middle of steps and started again on the same state, and what outlives it. */
class Scene {
  kills = 0
  readonly hit: Partial<Record<Moment, number>> = {}
  readonly missed: Partial<Record<Moment, number>> = {}
  #isDead = false
  readonly #most: number
  readonly #closing: (() => Promise<void>)[] = []
  readonly #gateway: DeliveringGateway
  readonly #acquirer: Acquirer
  readonly #reached: { by: (moment: Moment) => Promise<void> }

  constructor(
    most: number,
    gateway: DeliveringGateway,
    acquirer: Acquirer,
    reached: { by: (moment: Moment) => Promise<void> },
  ) {
    this.#most = most
    this.#gateway = gateway
    this.#acquirer = acquirer
    this.#reached = reached
  }

  #send: Send = async (request) => {
    const { url } = this.#gateway.running
    const response = await fetch(new Request(request.url.replace(gatewayOrigin, url), request))
    // Whole, since a dead one ends in the middle of it, too.
    const text = await response.text()
    void this.#reached.by('answered')
    return new Response(text, { status: response.status, headers: response.headers })
  }

  async #runAndDie<T>(work: () => Promise<T>, fault: MachineFault): Promise<T> {
    const { at, before, afterMs } = killOf(fault, this.kills)
    let left = before
    let killing: Promise<void> | undefined
    this.#reached.by = async (moment) => {
      if (moment !== at || left-- !== 0) return
      killing = sleep(afterMs).then(() => this.#gateway.kill())
      await killing
      this.#isDead = true
    }
    if (at === 'whenever') void this.#reached.by(at)
    try {
      return await work()
    } finally {
      this.#reached.by = nobody
      const counts = killing === undefined ? this.missed : this.hit
      counts[at] = (counts[at] ?? 0) + 1
      // Where the moment never came, it dies after the step.
      await (killing ?? this.#gateway.kill())
      this.kills++
      await this.#gateway.start()
      this.#isDead = false
    }
  }

  #isMortal(): boolean {
    return this.kills < this.#most
  }

  systemOf(accounts: readonly [Account, Account]): AccountSystem {
    const { ledger, faultPlan } = this.#acquirer
    const sweep = () => this.#gateway.running.sweep()
    const machine = { fetch: this.#send, sweep }
    return {
      ledger,
      faultPlan,
      accounts,
      run: (work, fault) =>
        fault === null || !this.#isMortal() ? work(machine) : this.#runAndDie(() => work(machine), fault),
      deaths: () => this.kills,
      continuesWith: (fault) => (this.#isMortal() && !this.#isDead ? roundOf(killOf(fault, this.kills).at) : null),
      // Late responses arrive by themselves, and time passes by itself.
      deliverLate: () => sleep(5),
      advance: () => {},
      sweep,
      openInbox: async () => {
        const { inbox, close } = await openInboxServer((moment) => this.#reached.by(moment))
        this.#closing.push(close)
        return inbox
      },
    }
  }

  async close(): Promise<void> {
    await Promise.all(this.#closing.map((close) => close()))
  }
}

/** Plays histories on a gateway that is killed by kill -9 so many times, and looks in the end what its files keep of cards. */
export const soakWithKills = async (
  place: Omit<Settings, 'config'>,
  { kills, seed, maxCommands = 10 }: Killing,
): Promise<Settled> => {
  const reached: { by: (moment: Moment) => Promise<void> } = { by: nobody }
  const acquirer = await startAcquirer({
    onWritten: (moment) => reached.by(moment),
    onDone: (type) => reached.by(`${type} done`),
    onAnswered: (op) => {
      if (op === announced) return reached.by('committed')
      return reached.by(op === completion ? 'completion' : `${acquirer.ledger.find(op)!.type} heard`)
    },
  })
  const settings = { ...place, config: telling, vars: { ACQUIRER_URL: acquirer.url } }
  const gateway = new DeliveringGateway(settings)
  const scene = new Scene(kills, gateway, acquirer, reached)
  try {
    // More than enough: a history with commands is killed about once, a longer one several times.
    const accounts = await makeAccounts(2 * kills + 2, settings)
    await gateway.start()
    const stranger = accounts.pop()!
    const runs = { count: accounts.length, seed, shrink: false, maxCommands }
    const ran = await run(accountWith(8), runs, async (work) => {
      if (scene.kills < kills) await work(scene.systemOf([accounts.pop()!, stranger]))
    })
    await gateway.kill()
    const leaks = await findLeaks([...soakCards], { folders: [place.state], files: [] })
    return { ...ran, kills: scene.kills, hit: scene.hit, missed: scene.missed, leaks }
  } finally {
    await gateway.close()
    await scene.close()
    await acquirer.close()
  }
}
