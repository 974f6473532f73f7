/**
 * The little of Node that tests of the worker use which run in Node: all of its types would clash with the runtime's, by which everything
 * here is checked.
 */
declare module 'node:sqlite' {
  export class DatabaseSync {
    constructor(path: string)
    exec(sql: string): void
    prepare(sql: string): { all(...values: (string | number | null)[]): Record<string, unknown>[] }
  }
}

declare module 'node:fs' {
  export const readdirSync: (path: URL) => string[]
  export const readFileSync: (path: URL, encoding: 'utf8') => string
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

declare const process: { readonly env: Readonly<Record<string, string | undefined>> }

interface ImportMeta {
  readonly url: string
}
