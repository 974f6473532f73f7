import { setTimeout as sleep } from 'node:timers/promises'
import { accountSql, keySql } from '../../../cli/sql.ts'
import { executeSql } from '../../../cli/wrangler.ts'
import { mintApiKey } from '../../../domain/apiKeys/format.ts'
import { announced, completion } from '../../acquirer/moments.ts'
import { startAcquirer, type Acquirer } from '../../acquirer/server.ts'
import { gatewayOrigin } from '../../../testing/given.ts'
import type { MachineFault } from '../../models/payments/steps.ts'
import { soakCards } from '../cards.ts'
import { run, type Ran } from '../run.ts'
import type { Keys, Send, UnderTest } from '../underTest.ts'
import { findLeaks } from '../../leaks/scan.ts'
import { DeliveringGateway, telling, type Settings } from '../../../../e2e/webhooks/gateway.ts'
import { openInboxServer } from './inboxServer.ts'
import { killOf, roundOf, turns } from './moments.ts'
import type { Moment } from './moments.ts'

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
  readonly forMs?: number
  /** Of each history. */
  readonly mostSteps?: number
}

interface Account {
  readonly id: string
  readonly keys: Keys
}

const mint = (mode: 'test' | 'live'): string => mintApiKey({ kind: 'sk', mode, shard: '00' }).reveal()

/** Accounts for as many histories, in one go: each start of wrangler takes as long as a kill. */
const makeAccounts = async (count: number, settings: Settings): Promise<Account[]> => {
  const strangers = mint('test')
  const accounts = Array.from({ length: count }, (_, number) => ({
    id: `soak-${number}`,
    keys: { own: mint('test'), live: mint('live'), stranger: strangers },
  }))
  const now = Date.now()
  const limits = { rateTier: 'unlimited' } as const
  const statements = [
    accountSql({ id: 'soak-stranger', settings: limits, now }),
    await keySql({ id: 'soak-stranger', account: 'soak-stranger', key: strangers, now }),
  ]
  for (const { id, keys } of accounts)
    statements.push(
      accountSql({ id, settings: limits, now }),
      await keySql({ id: `${id}-test`, account: id, key: keys.own, now }),
      await keySql({ id: `${id}-live`, account: id, key: keys.live, now }),
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

  async #runAndDie(work: (send: Send) => Promise<void>, fault: MachineFault): Promise<void> {
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
      await work(this.#send)
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

  underTest({ id: account, keys }: Account): UnderTest {
    const { book, orders } = this.#acquirer
    return {
      book,
      orders,
      account,
      keys,
      run: (work, fault) => (fault === null || !this.#isMortal() ? work(this.#send) : this.#runAndDie(work, fault)),
      deaths: () => this.kills,
      goesOnWith: (fault) => (this.#isMortal() && !this.#isDead ? roundOf(killOf(fault, this.kills).at) : null),
      // What is late here is late by itself.
      hearLate: () => sleep(5),
      sweep: () => this.#gateway.running.sweep(),
      openInbox: async () => {
        const { inbox, close } = await openInboxServer(() => this.#reached.by('received'))
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
  { kills, seed, forMs = Infinity, mostSteps = 10 }: Killing,
): Promise<Settled> => {
  const reached: { by: (moment: Moment) => Promise<void> } = { by: nobody }
  const acquirer = await startAcquirer({
    onWritten: (moment) => reached.by(moment),
    onDone: (type) => reached.by(`${type} done`),
    onAnswered: (op) => {
      if (op === announced) return reached.by('committed')
      return reached.by(op === completion ? 'completion' : `${acquirer.book.find(op)!.type} heard`)
    },
  })
  const settings = { ...place, config: telling, vars: { ACQUIRER_URL: acquirer.url } }
  const gateway = new DeliveringGateway(settings)
  const scene = new Scene(kills, gateway, acquirer, reached)
  try {
    // More than enough: a history kills several times.
    const accounts = await makeAccounts(Math.max(2, Math.ceil(kills)), settings)
    await gateway.start()
    const until = Date.now() + forMs
    const runs = { count: accounts.length, seed, shrink: false, mostSteps, deadly: 8 }
    const ran = await run(runs, async (playOn) => {
      if (scene.kills < kills && Date.now() < until) await playOn(scene.underTest(accounts.pop()!))
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
