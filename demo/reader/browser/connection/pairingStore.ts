/** What a paired terminal needs to log in again. */
export interface Pairing {
  /** The terminal's id at the gateway. */
  readonly reader: string
  readonly nickname: string
  /** Not extractable: it can sign, but this page cannot read it. */
  readonly key: CryptoKey
}

export interface PairingStore {
  load: () => Promise<Pairing | null>
  save: (pairing: Pairing) => Promise<void>
  forget: () => Promise<void>
}

const store = 'pairings'

const done = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result))
    request.addEventListener('error', () => reject(request.error ?? new Error('The browser cannot store the key.')))
  })

const openDatabase = (): Promise<IDBDatabase> => {
  const opening = indexedDB.open('sluice-reader', 1)
  opening.addEventListener('upgradeneeded', () => opening.result.createObjectStore(store))
  return done(opening)
}

const withStore = async <T>(mode: IDBTransactionMode, ask: (objects: IDBObjectStore) => IDBRequest<T>): Promise<T> => {
  const database = await openDatabase()
  try {
    const transaction = database.transaction(store, mode)
    const committed = new Promise<void>((resolve, reject) => {
      transaction.addEventListener('complete', () => resolve())
      transaction.addEventListener('abort', () =>
        reject(transaction.error ?? new Error('The browser aborted the transaction.')),
      )
    })
    const result = await done(ask(transaction.objectStore(store)))
    // A write is durable only once its transaction has completed.
    await committed
    return result
  } finally {
    database.close()
  }
}

/**
 * Stores the pairing in IndexedDB, the only browser storage for a CryptoKey that cannot be exported.
 *
 * @param name of the terminal, since one browser may hold several
 */
export const openPairingStore = (name: string): PairingStore => ({
  load: async () => ((await withStore('readonly', (objects) => objects.get(name))) as Pairing | undefined) ?? null,
  save: async (pairing) => void (await withStore('readwrite', (objects) => objects.put(pairing, name))),
  forget: async () => void (await withStore('readwrite', (objects) => objects.delete(name))),
})
