/** The parts of Node that tests of the worker use. The complete types of Node conflict with those of the Workers runtime. */
declare module 'node:sqlite' {
  export interface StatementSync {
    all(...values: (string | number | null | Uint8Array)[]): Record<string, unknown>[]
    columns(): { readonly name: string }[]
  }
  export class DatabaseSync {
    constructor(
      path: string,
      options?: {
        readonly limits?: Readonly<Record<string, number>>
        readonly enableDoubleQuotedStringLiterals?: boolean
      },
    )
    exec(sql: string): void
    serialize(): Uint8Array
    deserialize(bytes: Uint8Array): void
    prepare(sql: string): StatementSync
    function(name: string, run: (length: unknown) => number | Uint8Array): void
  }
}

declare module 'node:fs' {
  export const readdirSync: (path: string) => string[]
  export function readFileSync(path: URL): Uint8Array<ArrayBuffer>
  export function readFileSync(path: string, encoding: 'utf8'): string
  export const appendFileSync: (path: string, data: string | Uint8Array) => void
  export const writeFileSync: (path: string, bytes: Uint8Array) => void
  export const mkdirSync: (path: string, options: { readonly recursive: true }) => void
}

declare module 'node:async_hooks' {
  export class AsyncLocalStorage<T> {
    run<R, Arguments extends unknown[]>(store: T, work: (...args: Arguments) => R, ...args: Arguments): R
    getStore(): T | undefined
  }
}

declare module 'node:v8' {
  export const serialize: (value: unknown) => Uint8Array
  export const deserialize: (bytes: Uint8Array) => unknown
}

declare module 'node:crypto' {
  interface KeyObject {
    readonly type: 'secret'
  }
  export const KeyObject: { from(key: CryptoKey): KeyObject }
  export const createHmac: (hash: string, key: KeyObject) => { update(data: Uint8Array): { digest(): Uint8Array } }
  export const createCipheriv: (
    cipher: string,
    key: KeyObject,
    nonce: Uint8Array,
  ) => {
    setAAD(bound: Uint8Array): void
    update(plain: Uint8Array): Uint8Array
    final(): Uint8Array
    getAuthTag(): Uint8Array
  }
}

declare const process: { readonly pid: number; readonly env: Readonly<Record<string, string | undefined>> }

interface ImportMeta {
  readonly url: string
}
