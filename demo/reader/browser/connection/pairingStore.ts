/** What a reader that was paired needs to come back. */
export interface Pairing {
  /** The reader's name at the gateway. */
  readonly reader: string
  readonly nickname: string
  /** To sign with, and never to be read again: not even this page can. */
  readonly key: CryptoKey
}

export interface KeyStore {
  load: () => Promise<Pairing | null>
  save: (pairing: Pairing) => Promise<void>
  forget: () => Promise<void>
}

const store = 'pairings'

const done = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result))
    request.addEventListener('error', () => reject(request.error ?? new Error('The browser does not keep the key.')))
  })

const openDatabase = (): Promise<IDBDatabase> => {
  const opening = indexedDB.open('sluice-reader', 1)
  opening.addEventListener('upgradeneeded', () => opening.result.createObjectStore(store))
  return done(opening)
}

const inStore = async <T>(mode: IDBTransactionMode, ask: (objects: IDBObjectStore) => IDBRequest<T>): Promise<T> => {
  const database = await openDatabase()
  try {
    const transaction = database.transaction(store, mode)
    const committed = new Promise<void>((resolve, reject) => {
      transaction.addEventListener('complete', () => resolve())
      transaction.addEventListener('abort', () => reject(transaction.error ?? new Error('The browser gave up.')))
    })
    const result = await done(ask(transaction.objectStore(store)))
    // A request that has succeeded is on the disk only when its transaction is.
    await committed
    return result
  } finally {
    database.close()
  }
}

/**
 * Where the key of a reader is kept. IndexedDB, since it alone keeps a CryptoKey that cannot be exported.
 *
 * @param name several readers live in one browser, each under its name
 */
export const openKeyStore = (name: string): KeyStore => ({
  load: async () => ((await inStore('readonly', (objects) => objects.get(name))) as Pairing | undefined) ?? null,
  save: async (pairing) => void (await inStore('readwrite', (objects) => objects.put(pairing, name))),
  forget: async () => void (await inStore('readwrite', (objects) => objects.delete(name))),
})
