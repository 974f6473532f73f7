import { Meter } from '../app/meter.ts'
import { backgroundServices } from '../app/compose.ts'
import type { Gateway } from '../app/gateway.ts'
import type { AccountServices } from '../app/compose.ts'
import type { KeyRecord } from '../store/apiKeys/apiKeys.ts'
import type { OwnerScope } from '../store/sql/scope.ts'
import { Database } from '../store/sql/database.ts'
import { findTerminalOfAccount } from '../store/terminals/terminals.ts'
import type { TerminalOfAccount } from '../store/terminals/terminals.ts'
import { parseTerminalObjectName } from './objectNames.ts'

/** The terminal of an object and its account, read at first need. */
export class TerminalAccount {
  readonly #shard: string
  readonly terminalId: string
  readonly #gateway: () => Gateway
  #known: TerminalOfAccount | null = null

  /** @param name of the reader */
  constructor(name: string, gateway: () => Gateway) {
    const { shard, terminal } = parseTerminalObjectName(name)
    this.#shard = shard
    this.terminalId = terminal
    this.#gateway = gateway
  }

  /** Null where there never was such a terminal. */
  async load(): Promise<TerminalOfAccount | null> {
    return (this.#known ??= await findTerminalOfAccount({ database: this.database }, this.terminalId))
  }

  /** What this instance has read; null before. */
  get cached(): TerminalOfAccount | null {
    return this.#known
  }

  /** Replaces what was read; null has it read anew. */
  cache(known: TerminalOfAccount | null): void {
    this.#known = known
  }

  /** Applies a change of the account's test clock. */
  setClock(clockOffsetMs: number): void {
    if (this.#known !== null) this.#known = { ...this.#known, account: { ...this.#known.account, clockOffsetMs } }
  }

  get database(): Database {
    const d1 = this.#gateway().environment.shards.get(this.#shard)
    if (d1 === undefined) throw new Error('A reader of a shard that is not bound.')
    return new Database(d1, new Meter())
  }

  scopeOf({ id, mode }: KeyRecord['account']): OwnerScope {
    return { database: this.database, owner: { account: id, mode } }
  }

  services({ account }: TerminalOfAccount): AccountServices {
    return backgroundServices(this.#gateway(), { shard: this.#shard, database: this.database }, account, 'reader')
  }

  /** By the account's clock, in milliseconds since 1970. */
  now({ account }: TerminalOfAccount): number {
    return this.gatewayNow + account.clockOffsetMs
  }

  /** The same by the gateway's clock, which needs no read. */
  get gatewayNow(): number {
    return this.#gateway().clock.now()
  }
}
