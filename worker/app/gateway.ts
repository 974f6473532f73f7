import type { CheckoutView } from '#contract/checkouts/view'
import type { Clock } from '../domain/clock.ts'
import { createIds } from '../domain/ids.ts'
import type { Ids } from '../domain/ids.ts'
import { databasePatience, defaultTimeLimits } from '../domain/timeLimits.ts'
import type { TimeLimits } from '../domain/timeLimits.ts'
import { consoleLog, logAttention } from '../http/log.ts'
import type { Log } from '../http/log.ts'
import { RecentRecords } from '../http/rateLimits/recentRecords.ts'
import { receiptMail } from '../pages/checkout/mail/receiptMail.ts'
import type { Processor } from '../processors/processor.ts'
import { processorRegistry } from '../processors/registry.ts'
import type { ProcessorRegistry } from '../processors/registry.ts'
import { simulator } from '../processors/simulator/simulator.ts'
import type { NewAttention } from '../store/transactions/attention.ts'
import type { Patience } from '../store/sql/patience.ts'
import { createAccessTokens } from '../vault/accessTokens.ts'
import type { AccessTokens } from '../vault/accessTokens.ts'
import { AccountKeyring } from '../vault/keys/accountKeyring.ts'
import { CardKeyring } from '../vault/cards/cardKeyring.ts'
import { EncryptionKeyring } from '../vault/cards/encryptedCardVault.ts'
import { createWalletPayments } from '../vault/walletPayloads/walletPayments.ts'
import type { WalletPayments } from '../vault/walletPayloads/walletPayments.ts'
import { createPasskeyChallenges } from '../vault/passkeyChallenges.ts'
import type { PasskeyChallenges } from '../vault/passkeyChallenges.ts'
import { parseEnvironment } from './env.ts'
import type { Bindings, Environment, RateLimiters } from './env.ts'
import { DatabaseHealth } from './databaseHealth.ts'
import { KeyCache } from './keyCache.ts'
import { handleLateResponses } from './lateResponses.ts'
import { createMailer } from './mailer.ts'
import type { Mail, Mailer } from './mailer.ts'

const maxOpenedProcessors = 100

/** The parts that an isolate creates once. Tests replace some of them. */
export interface Gateway {
  readonly environment: Environment
  readonly clock: Clock
  readonly ids: Ids
  /** The built-in connection: the simulator, or its replacement in tests. */
  readonly processor: Processor
  /** The processors that connections can use, by name. */
  readonly processors: ProcessorRegistry
  /** Processors of connections that this isolate has created. */
  readonly openedProcessors: RecentRecords<Processor>
  readonly limits: TimeLimits
  readonly databaseHealth: DatabaseHealth
  /** How requests repeat statements while the database is away. */
  readonly patience: Patience
  readonly log: Log
  /** Logs an operation that has come to need attention. */
  readonly reportAttention: (attention: NewAttention) => void
  /** How long an API key and its account are cached. Test mode is not cached, so that it always shows the uncached round trips. */
  readonly keyCacheMs: { readonly test: number; readonly live: number }
  readonly keyCache: KeyCache
  readonly rateLimiters: RateLimiters
  readonly accountKeys: AccountKeyring
  /** Key pairs for cards from clients. */
  readonly cardKeys: CardKeyring
  /** Key pairs for cards from terminals. */
  readonly encryptionKeys: EncryptionKeyring
  readonly walletPayments: WalletPayments
  readonly challenges: PasskeyChallenges
  /** Null if the operator has not set up Cloudflare Access. */
  readonly accessTokens: AccessTokens | null
  /** Null if no mail is sent. */
  readonly mailer: Mailer | null
  drawReceipt(view: CheckoutView, locale: string): Promise<Mail>
  /** Sends webhook requests, requests to processors, and those for the keys of Cloudflare Access. */
  readonly fetch: (request: Request) => Promise<Response>
}

export type GatewayParts = Partial<
  Omit<
    Gateway,
    | 'environment'
    | 'databaseHealth'
    | 'keyCache'
    | 'accountKeys'
    | 'cardKeys'
    | 'encryptionKeys'
    | 'walletPayments'
    | 'challenges'
    | 'accessTokens'
    | 'drawReceipt'
    | 'openedProcessors'
  >
>

export const createGateway = (environment: Environment, parts: GatewayParts = {}): Gateway => {
  const clock = parts.clock ?? { now: () => Date.now() }
  const processor = parts.processor ?? simulator({ delayMs: environment.simulatorDelayMs })
  const send = parts.fetch ?? ((request: Request) => fetch(request))
  const ids = parts.ids ?? createIds({ clock: () => clock.now() })
  const reportAttention = parts.reportAttention ?? logAttention
  handleLateResponses(processor, { clock, environment, ids, reportAttention })
  return {
    environment,
    clock,
    ids,
    processor,
    processors: parts.processors ?? processorRegistry,
    openedProcessors: new RecentRecords(maxOpenedProcessors),
    limits: parts.limits ?? defaultTimeLimits,
    databaseHealth: new DatabaseHealth(environment.shards, clock.now),
    patience: parts.patience ?? {
      now: clock.now,
      wait: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
      random: () => Math.random(),
      readMs: databasePatience.readMs,
      writeMs: databasePatience.writeMs,
    },
    log: parts.log ?? consoleLog,
    reportAttention,
    keyCacheMs: parts.keyCacheMs ?? { test: 0, live: 10_000 },
    keyCache: new KeyCache(),
    rateLimiters: parts.rateLimiters ?? environment.rateLimiters,
    accountKeys: new AccountKeyring(environment.rootKeys),
    cardKeys: new CardKeyring(),
    encryptionKeys: new EncryptionKeyring(),
    walletPayments: createWalletPayments(environment.wallet),
    challenges: createPasskeyChallenges(environment.rootKeys),
    accessTokens: environment.consoleAccess && createAccessTokens(environment.consoleAccess, send),
    mailer: parts.mailer ?? createMailer(environment),
    drawReceipt: (view, locale) => receiptMail(view, locale, environment.assets),
    fetch: send,
  }
}

/** Returns a function that creates the gateway of an isolate's bindings at first use. */
export const memoizedGateway = (parts: GatewayParts): ((bindings: Bindings) => Gateway) => {
  const gateways = new WeakMap<Bindings, Gateway>()
  return (bindings) => {
    const gateway = gateways.get(bindings) ?? createGateway(parseEnvironment(bindings), parts)
    gateways.set(bindings, gateway)
    return gateway
  }
}
