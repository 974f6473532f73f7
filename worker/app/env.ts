import { rateLimitsWithBinding, rateLimitBinding } from '#contract/rateLimits'
import type { RateLimitName } from '#contract/rateLimits'
import type { UserHandle } from '../domain/team/userHandle.ts'
import { bindShards } from '../store/sql/shards.ts'
import type { Shards } from '../store/sql/shards.ts'
import type { AccessApplication } from '../vault/accessTokens.ts'
import { parseWalletConfig } from '../vault/walletPayloads/config.ts'
import type { WalletConfig, WalletVariables } from '../vault/walletPayloads/config.ts'
import type {
  AccountWorkRpc,
  LaneWorkerRpc,
  OutcomeKeeperRpc,
  PairingRpc,
  SimulatorBookRpc,
  TerminalRpc,
  WebhookEndpointRpc,
  WebhookSenderRpc,
} from './objects.ts'

/** Bindings and variables of the runtime: declared in wrangler.jsonc, secrets set by `wrangler secret put`. */
export interface Bindings extends WalletVariables {
  readonly ASSETS: Fetcher
  /** Secret: "1:<base64 of 32 bytes>", more after commas. */
  readonly ROOT_KEYS?: string
  /** Delay of the simulator's responses in milliseconds. Set in local runs, where immediate responses feel unrealistic. */
  readonly SIMULATOR_DELAY_MS?: string
  /** Email binding and sender of receipts, whose domain must be onboarded for sending. Receipts are sent only with both. */
  readonly EMAIL?: SendEmail
  readonly RECEIPTS_FROM?: string
  /** One object per terminal, and one per pairing code. */
  readonly TERMINALS: DurableObjectNamespace<TerminalRpc>
  readonly PAIRINGS: DurableObjectNamespace<PairingRpc>
  /** One object per webhook. */
  readonly WEBHOOK_ENDPOINTS: DurableObjectNamespace<WebhookEndpointRpc>
  /** Several objects per busy webhook, which send its deliveries. */
  readonly WEBHOOK_SENDERS: DurableObjectNamespace<WebhookSenderRpc>
  /** One object per simulated connection that remembers what it did. */
  readonly SIMULATOR_BOOKS: DurableObjectNamespace<SimulatorBookRpc>
  /** One object per account and mode that keeps outcomes while the database is away. */
  readonly OUTCOME_KEEPERS: DurableObjectNamespace<OutcomeKeeperRpc>
  /** One object per account and mode for its background work, and several that work on its lanes. */
  readonly ACCOUNT_WORK: DurableObjectNamespace<AccountWorkRpc>
  readonly LANE_WORKERS: DurableObjectNamespace<LaneWorkerRpc>
  /** "1" allows webhook URLs with http on this machine. Only for local runs. */
  readonly ALLOW_LOCAL_WEBHOOKS?: string
  /** "1" allows processors with http on this machine. Only for local runs. */
  readonly ALLOW_LOCAL_PROCESSORS?: string
  /** "1" lets pages with http on this machine show the card form and checkouts in live mode. Only for local runs. */
  readonly ALLOW_LOCAL_PAGES?: string
  /** Host of the console, such as console.shop.example. Without it there is no console. */
  readonly CONSOLE_HOST?: string
  /** Team domain of Cloudflare Access, such as shop.cloudflareaccess.com, and audience tag of the application in front of the console. */
  readonly CONSOLE_ACCESS_TEAM_DOMAIN?: string
  readonly CONSOLE_ACCESS_AUD?: string
  /** Host of the payment pages that the console links to, such as pay.shop.example. Required with a console. */
  readonly PAYMENT_HOST?: string
  /** Shard and id of the member that signs in without a passkey. Only for local runs. */
  readonly CONSOLE_DEMO_MEMBER?: string
  /** URL of the published documentation, to which /docs leads. */
  readonly DOCS_URL?: string
  readonly [binding: string]: unknown
}

/** A rate-limiting binding, which counts requests per key. */
export interface RateLimiter {
  limit(request: { readonly key: string }): Promise<{ readonly success: boolean }>
}
export type RateLimiters = Partial<Readonly<Record<RateLimitName, RateLimiter>>>

/** The rate limits with a binding. A limit without one is not applied. */
const boundRateLimiters = (bindings: Bindings): RateLimiters =>
  Object.fromEntries(
    rateLimitsWithBinding.flatMap((name) => {
      const limiter = bindings[rateLimitBinding(name)]
      return limiter === undefined ? [] : [[name, limiter]]
    }),
  )

/** The environment, parsed once for each isolate. */
export interface Environment {
  readonly assets: Fetcher
  readonly shards: Shards
  readonly terminals: Bindings['TERMINALS']
  readonly pairings: Bindings['PAIRINGS']
  readonly webhookEndpoints: Bindings['WEBHOOK_ENDPOINTS']
  readonly webhookSenders: Bindings['WEBHOOK_SENDERS']
  readonly simulatorBooks: Bindings['SIMULATOR_BOOKS']
  readonly outcomeKeepers: Bindings['OUTCOME_KEEPERS']
  readonly accountWork: Bindings['ACCOUNT_WORK']
  readonly laneWorkers: Bindings['LANE_WORKERS']
  readonly allowLocalWebhooks: boolean
  readonly allowLocalProcessors: boolean
  readonly allowLocalPages: boolean
  /** Host and port of the console. Null if there is none. */
  readonly consoleHost: string | null
  /** Cloudflare Access, by which members sign in too. Null without it. */
  readonly consoleAccess: AccessApplication | null
  /** Scheme, host and port of the payment pages of checkouts that are made in the console. Null without a console. */
  readonly paymentOrigin: string | null
  /** The member that signs in without a passkey, in local runs. */
  readonly demoMember: UserHandle | null
  /** Where the documentation is published. Null if the operator has not named it. */
  readonly docsUrl: string | null
  readonly rootKeys: string
  readonly simulatorDelayMs: number
  readonly rateLimiters: RateLimiters
  /** The configuration of wallet payloads in live mode. Null if live mode accepts none. */
  readonly wallet: WalletConfig | null
  /** Null if no mail is sent. */
  readonly email: { readonly binding: SendEmail; readonly from: string } | null
}

const parseDocsUrl = (text: string | undefined): string | null => {
  if (!text) return null
  const url = URL.parse(text)
  if (!url || !['https:', 'http:'].includes(url.protocol) || url.username || url.password)
    throw new Error('DOCS_URL must be an http or https URL without a password.')
  return url.href
}

const parseHost = (name: 'CONSOLE_HOST' | 'PAYMENT_HOST', text: string | undefined): string | null => {
  if (!text) return null
  if (URL.parse(`https://${text}`)?.host !== text.toLowerCase() || text !== text.toLowerCase())
    throw new Error(`${name} must be a host name in lower case, with a port if it is not the usual one.`)
  return text
}

const parseConsoleAccess = ({
  CONSOLE_HOST,
  CONSOLE_ACCESS_TEAM_DOMAIN: teamDomain,
  CONSOLE_ACCESS_AUD: audience,
}: Bindings): AccessApplication | null => {
  if (!teamDomain && !audience) return null
  if (!CONSOLE_HOST || !teamDomain || !audience)
    throw new Error('CONSOLE_ACCESS_TEAM_DOMAIN and CONSOLE_ACCESS_AUD need each other, and CONSOLE_HOST.')
  if (!/^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.cloudflareaccess\.com$/.test(teamDomain))
    throw new Error('CONSOLE_ACCESS_TEAM_DOMAIN must be a domain such as shop.cloudflareaccess.com.')
  if (!/^[0-9a-f]{64}$/.test(audience))
    throw new Error('CONSOLE_ACCESS_AUD must be the audience tag of the application: 64 hexadecimal digits.')
  return { teamDomain, audience }
}

/** Checkouts that are made in the console need the host of their pages, since the console serves none. */
const parsePaymentOrigin = ({ CONSOLE_HOST, PAYMENT_HOST }: Bindings): string | null => {
  if (!CONSOLE_HOST) return null
  const host = parseHost('PAYMENT_HOST', PAYMENT_HOST)
  if (host === null || host === CONSOLE_HOST)
    throw new Error('PAYMENT_HOST must be the host of the payment pages, which is not that of the console.')
  return `${isLocalConsole(CONSOLE_HOST) ? 'http' : 'https'}://${host}`
}

/** Whether a console's host is this machine, which browsers trust without TLS. */
export const isLocalConsole = (host: string): boolean => /(^|\.)localhost(:\d+)?$/.test(host)

/** Only with a console on this machine, so that a variable that is copied to production opens nothing. */
const parseDemoMember = ({ CONSOLE_HOST, CONSOLE_DEMO_MEMBER }: Bindings): UserHandle | null => {
  if (!CONSOLE_DEMO_MEMBER || !isLocalConsole(CONSOLE_HOST ?? '')) return null
  return { shard: CONSOLE_DEMO_MEMBER.slice(0, 2), member: CONSOLE_DEMO_MEMBER.slice(2) }
}

/** @throws Error with the name of the missing or invalid variable, never its value */
export const parseEnvironment = (bindings: Bindings): Environment => {
  const shards = bindShards(bindings)
  if (shards.size === 0) throw new Error('No database: wrangler.jsonc must bind D1 as DB_00.')
  if (!bindings.ROOT_KEYS) throw new Error('ROOT_KEYS is not set: see docs/operations/deploy.md.')
  if (!bindings.TERMINALS || !bindings.PAIRINGS)
    throw new Error('No Durable Objects for terminals: wrangler.jsonc must bind TERMINALS and PAIRINGS.')
  if (!bindings.WEBHOOK_ENDPOINTS || !bindings.WEBHOOK_SENDERS)
    throw new Error('No Durable Objects for webhooks: wrangler.jsonc must bind WEBHOOK_ENDPOINTS and WEBHOOK_SENDERS.')
  if (!bindings.SIMULATOR_BOOKS)
    throw new Error('No Durable Objects for simulated connections: wrangler.jsonc must bind SIMULATOR_BOOKS.')
  if (!bindings.OUTCOME_KEEPERS)
    throw new Error('No Durable Objects for outcomes: wrangler.jsonc must bind OUTCOME_KEEPERS.')
  if (!bindings.ACCOUNT_WORK || !bindings.LANE_WORKERS)
    throw new Error('No Durable Objects for background work: wrangler.jsonc must bind ACCOUNT_WORK and LANE_WORKERS.')
  const delay = Number(bindings.SIMULATOR_DELAY_MS ?? '0')
  if (!Number.isInteger(delay) || delay < 0) throw new Error('SIMULATOR_DELAY_MS must be a whole number.')
  const wallet = parseWalletConfig(bindings)
  return {
    assets: bindings.ASSETS,
    shards,
    terminals: bindings.TERMINALS,
    pairings: bindings.PAIRINGS,
    webhookEndpoints: bindings.WEBHOOK_ENDPOINTS,
    webhookSenders: bindings.WEBHOOK_SENDERS,
    simulatorBooks: bindings.SIMULATOR_BOOKS,
    outcomeKeepers: bindings.OUTCOME_KEEPERS,
    accountWork: bindings.ACCOUNT_WORK,
    laneWorkers: bindings.LANE_WORKERS,
    consoleHost: parseHost('CONSOLE_HOST', bindings.CONSOLE_HOST),
    consoleAccess: parseConsoleAccess(bindings),
    paymentOrigin: parsePaymentOrigin(bindings),
    demoMember: parseDemoMember(bindings),
    docsUrl: parseDocsUrl(bindings.DOCS_URL),
    allowLocalWebhooks: bindings.ALLOW_LOCAL_WEBHOOKS === '1',
    allowLocalProcessors: bindings.ALLOW_LOCAL_PROCESSORS === '1',
    allowLocalPages: bindings.ALLOW_LOCAL_PAGES === '1',
    rootKeys: bindings.ROOT_KEYS,
    simulatorDelayMs: delay,
    wallet,
    rateLimiters: boundRateLimiters(bindings),
    email:
      bindings.EMAIL === undefined || !bindings.RECEIPTS_FROM
        ? null
        : { binding: bindings.EMAIL, from: bindings.RECEIPTS_FROM },
  }
}
